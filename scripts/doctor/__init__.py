"""The picture doctor: measures what was really painted; see `scripts.doctor.__main__`."""
