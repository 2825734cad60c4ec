"""What the admins of a server see and decide: ``/setup``."""
