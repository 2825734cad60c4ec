"""The forest floor as squares: which shapes there are, where they fit and cover."""
