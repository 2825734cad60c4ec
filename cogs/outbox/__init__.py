"""The bot's posts, and their way to Discord."""
