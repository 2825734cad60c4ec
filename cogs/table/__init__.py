"""Seats, votes, and the channels of matches."""
