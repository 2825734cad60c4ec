"""The parts of the service for lobbies, seats and votes."""
