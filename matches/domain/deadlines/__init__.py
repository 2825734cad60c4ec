"""How much time players have to decide, as pure functions."""
