"""Pictures that explain: components for the rulebook, and the key."""
