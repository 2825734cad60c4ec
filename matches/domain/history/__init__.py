"""A match as its log: played, replayed, retold."""
