"""What was: replay and export."""
