"""Computer players of Kraków."""
