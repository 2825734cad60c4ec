"""The SQL about what is kept: showing it to its owner, erasing and deleting it."""
