"""Processes beside the event loop that work for it: they draw and think."""
