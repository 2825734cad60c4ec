"""Small changes to the program, each of which a test has to notice."""
