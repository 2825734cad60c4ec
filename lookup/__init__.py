"""The rulebooks: read into entries, indexed, searched. No Discord, no state of a match."""
