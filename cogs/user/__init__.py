"""A user's own settings and absences."""
