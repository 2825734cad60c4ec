"""What the bot posts, and how it reaches Discord."""
