"""The rulebooks: read into entries, indexed and searched. No Discord, no state of a match."""
