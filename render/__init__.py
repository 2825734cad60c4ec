"""Pictures, text boards and translation: what a view looks like to a reader."""
