"""The database: the only folder that imports its driver."""
