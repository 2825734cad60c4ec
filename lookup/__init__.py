"""The rulebooks, read into entries, indexed and searched; no Discord, no matches."""
