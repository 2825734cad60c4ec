"""Points discord.py at the range."""

from __future__ import annotations

import logging

import discord
import yarl


def turn_to(port: int) -> None:
    """Make discord.py in this process talk to a port of this machine, and log nothing."""
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    gateway = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    logging.disable(logging.ERROR)
