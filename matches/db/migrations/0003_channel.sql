-- Revises: 0002_pace.sql
-- Date: 2026-11-22
-- Reason: posts that are owed until they can be sent, and kept true by editing; a server's language

ALTER TABLE matches ADD COLUMN parent_id INTEGER;  -- the channel its thread is in; NULL: unknown
ALTER TABLE matches ADD COLUMN post_id INTEGER;    -- the newest turn post
ALTER TABLE matches ADD COLUMN post_since INTEGER NOT NULL DEFAULT 0;  -- the ply it tells from
UPDATE matches SET post_since = posted_ply;
CREATE INDEX matches_below ON matches (parent_id, id) WHERE parent_id IS NOT NULL;

-- When the seat was called for a decision that an undo took away again; it is not called twice.
ALTER TABLE seats ADD COLUMN called_at INTEGER;

CREATE TABLE guild_settings (
    guild_id INTEGER PRIMARY KEY,
    language TEXT NOT NULL,             -- of public posts: 'en' or 'pl'
    chosen INTEGER NOT NULL             -- 1: by /setup; 0: taken from whoever opened the first lobby
) STRICT;

-- The outbox learns to edit the newest turn post, and why a row could not be sent yet.
CREATE TABLE outbox_3 (
    id INTEGER PRIMARY KEY,
    lane TEXT NOT NULL,                 -- delivered in order of id within a lane
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'thread', 'turn', 'edit', 'dm', 'note', 'nudge',
        'vote', 'seat', 'place', 'digest')),
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    user_id INTEGER,
    ref INTEGER,                        -- of a vote: which; of an open seat: which
    text TEXT,                          -- of a note, see matches/texts.py
    nonce TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    held TEXT NOT NULL DEFAULT '',      -- what keeps it from being sent, 'forbidden' say
    due_at INTEGER NOT NULL,
    message_id INTEGER,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO outbox_3 (id, lane, kind, match_id, ply, user_id, ref, text, nonce, status, attempts,
    due_at, message_id, at)
    SELECT id, lane, kind, match_id, ply, user_id, ref, text, nonce, status, attempts, due_at,
    message_id, at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_3 RENAME TO outbox;
CREATE INDEX outbox_open ON outbox (lane, id) WHERE status IN ('new', 'sending');
CREATE INDEX outbox_done ON outbox (at) WHERE status IN ('sent', 'failed');

-- What earlier versions gave up because it was refused is owed again, the newest post alone.
UPDATE outbox SET status = 'new', attempts = 0 WHERE id IN (
    SELECT max(o.id) FROM outbox AS o JOIN matches AS m ON m.id = o.match_id
    WHERE o.kind = 'turn' AND m.status IN ('live', 'over') AND m.trouble NOT IN ('', 'gone')
    GROUP BY o.match_id HAVING max(o.id) IN (SELECT id FROM outbox WHERE status = 'failed'));
