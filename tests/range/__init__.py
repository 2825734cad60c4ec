"""The range: a Discord on 127.0.0.1, against which the real bot runs, and which can misbehave.

It keeps discord.py's own gateway and HTTP layers. It computes permissions, enforces limits and
refuses as Discord does. What goes wrong on the way does so by a script with a seed.

====================  ============================================================================
`server.Range`        the whole: listens, answers requests, sends events
`world`               users, servers, channels, threads, messages; no sockets
`permissions`         who may do what where
`limits`              Discord's limits and error codes, the source of ``docs/discord-limits.md``
`forms`               what is wrong with the form of a message, a modal or a command
`messages`            how messages are made and edited, and whom they ping
`routes`              which function answers which request
`channels`, `login`   those functions: channels, threads, messages; users, servers, commands
`interactions`        sends commands and taps, takes their answers
`rates`               rate limits by route and for all requests
`gateway`             sessions, shards, heartbeats, RESUME, connections that break
`faults`              which requests and events go wrong
`described`           checks requests against Discord's description of its API, if there is one
`players`             players who see what a user sees
`process`, `our_bot`  the bot as a process of its own
====================  ============================================================================
"""
