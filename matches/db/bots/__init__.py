"""Which bots use a database: the SQL, and how one knows that another is dead."""
