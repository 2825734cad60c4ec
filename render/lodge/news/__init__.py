"""What is new in a lodge, in words, and the sky in which it is written."""
