"""The database on a PostgreSQL server; imported only where one is asked for."""
