"""Playing: commands, panels, answers to a move."""
