"""Matches as pure values and functions, without SQL or asyncio."""
