"""The time players have to decide, as pure functions."""
