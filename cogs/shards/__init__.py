"""The connections to Discord: which servers they reach, how many may begin."""
