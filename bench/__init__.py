"""Measures speed and size of the project, beside peers and physical floors.

README.md explains the rows.
"""
