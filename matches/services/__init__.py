"""The things players and the bot do to matches, each in one transaction."""
