"""The demo: the real bot on a simulated Discord, shown in a browser.

Everything that simcord does not promise (its backend's fields, several previews at once, changes
of its page) is in this package and nowhere else; ``tests/demo/test_demo_simcord.py`` watches it.

people    who plays, and how they look
world     the simulated Discord: made once, kept between runs
page      simcord's page, trimmed to a chat window that our own page can frame
swift     simcord's pages made quick
places    a live preview of every channel, thread and direct message
site      our own page around them
"""
