"""Help and the first steps."""
