"""The rules, looked up."""
