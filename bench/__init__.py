"""How fast and how small the project is, beside peers and physical floors.

README.md explains the rows.
"""
