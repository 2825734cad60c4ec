"""Before the match: the lobby, its pace, a rematch."""
