"""Figures about the running bot, and the page with them; knows no Discord."""
