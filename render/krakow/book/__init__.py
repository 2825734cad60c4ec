"""Pictures beside the board: awards, the key, diagrams for the rulebook."""
