"""The five games as pure functions over frozen values. Standard library only."""
