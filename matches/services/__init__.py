"""What is done to matches, each request one transaction."""
