"""Computer players: what a seat may know in, a move out."""
