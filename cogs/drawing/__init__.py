"""Pictures drawn on threads beside the event loop."""
