"""The demo: the real bot on a simulated Discord, shown in a browser.

Only this package relies on things simcord does not guarantee (its backend's fields, several
previews at once, changes of its page); ``tests/demo/test_demo_simcord.py`` checks them.

people    who plays, and how they look
world     the simulated Discord: made once, kept between runs
page      simcord's page, reduced to a chat window that our own page can frame
swift     makes simcord's pages fast
places    a live preview of every channel, thread and direct message
site      our own page around them
"""
