"""Buttons, selects and panels."""
