"""Posts one of everything on a real Discord and says what is refused.

===========  ====================================================================================
`findings`   what was tried, one line each: ok, or what Discord refused
`watch`      sees every request, reads back every message, and tidies up
`in_channel` shows the answers to interactions as messages of the channel
`guest`      the bot of this visit, and interactions as Discord would send them
`visit`      what is tried, in order
===========  ====================================================================================

What it tries comes from the bot itself: every kind of outbox row, every command, every verb of a
button or select that turns up in a message. A test compares with the bot's own lists.
"""
