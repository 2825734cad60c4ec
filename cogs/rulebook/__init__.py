"""Looking up the rules."""
