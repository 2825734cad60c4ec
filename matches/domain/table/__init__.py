"""What players settle among themselves: the lobby, votes, who may ask for what."""
