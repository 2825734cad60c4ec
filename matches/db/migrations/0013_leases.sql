-- Revises: 0012_private.sql
-- Date: 2026-11-23
-- Reason: one bot at a time

-- Which bot answers for which shards. A row stays when its bot has ended, so that epochs only grow.
CREATE TABLE leases (
    shards TEXT NOT NULL PRIMARY KEY,   -- 'all'
    epoch INTEGER NOT NULL,             -- grows whenever another bot takes it
    renewals INTEGER NOT NULL,          -- grows every few seconds while the bot runs
    token TEXT NOT NULL,                -- random, of the process that holds it; '' if none does
    host TEXT NOT NULL,                 -- the machine, and the number of the process there
    pid INTEGER NOT NULL,
    place TEXT NOT NULL,                -- where the process can be seen to be dead; '' nowhere
    since INTEGER NOT NULL              -- by the host's clock, which may be wrong: only to be told
) STRICT, WITHOUT ROWID;
