"""The desk of the bot's owner: ``/stolik``, in one server."""
