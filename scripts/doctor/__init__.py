"""The picture doctor; `scripts.doctor.__main__` says what it does."""
