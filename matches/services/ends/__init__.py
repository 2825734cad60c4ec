"""The parts of the service that end, delete and erase."""
