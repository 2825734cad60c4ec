"""How much time there is to decide, as pure functions."""
