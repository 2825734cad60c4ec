"""The service between Discord and the rules: locks, log, chance, outbox, storage."""
