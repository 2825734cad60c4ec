"""Pictures drawn beside the event loop."""
