"""Who sits where, what they agree on, and where they play."""
