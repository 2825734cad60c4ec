"""What players and the bot do to matches; each request is one transaction."""
