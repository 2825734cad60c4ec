"""Letnisko (Summer Resort): under construction."""
