"""Looking back: replay and export."""
