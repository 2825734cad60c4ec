"""The judges of the five games."""
