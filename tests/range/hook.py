"""Points discord.py at the range."""

from __future__ import annotations

import logging
import socket
from typing import Any

import discord
import yarl


def turn_to(port: int) -> None:
    """Make discord.py in this process talk to a port of this machine, and log nothing.

    It tells there when it knows all its servers.
    """
    discord.http.Route.BASE = f"http://127.0.0.1:{port}/api/v10"
    gateway = yarl.URL(f"ws://127.0.0.1:{port}/gateway")
    discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = gateway
    logging.disable(logging.ERROR)
    plain = discord.Client.dispatch

    def dispatch(self: discord.Client, event: str, /, *args: Any, **kwargs: Any) -> None:
        plain(self, event, *args, **kwargs)
        if event == "ready":
            with socket.create_connection(("127.0.0.1", port)) as connection:
                connection.sendall(b"GET /up HTTP/1.0\r\n\r\n")

    discord.Client.dispatch = dispatch  # type: ignore[method-assign]
