-- Revises: nothing
-- Date: 2026-11-21
-- Reason: matches, their seats and logs, and what is still to be said about them
--
-- Times are whole milliseconds since 1970, UTC. Users, servers, channels and messages are Discord
-- ids; user 0 is somebody who had himself erased. No state of a game is stored: it is the replay
-- of the log.

CREATE TABLE matches (
    id INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    options TEXT NOT NULL,              -- slugs, sorted, separated by blanks
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,        -- the thread, once there is one
    host_id INTEGER NOT NULL,
    wants_thread INTEGER NOT NULL,
    capacity INTEGER NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('lobby', 'live', 'over', 'ended')),
    ply INTEGER NOT NULL DEFAULT 0,     -- rows in the log
    chance_seed BLOB NOT NULL DEFAULT x'',  -- secret until the match is over or ended
    chance_hash TEXT NOT NULL DEFAULT '',
    lobby_message_id INTEGER,
    posted_ply INTEGER NOT NULL DEFAULT 0,
    trouble TEXT NOT NULL DEFAULT '',   -- why the last public post could not be delivered
    created_at INTEGER NOT NULL
) STRICT;

CREATE UNIQUE INDEX matches_one_per_channel ON matches (channel_id)
    WHERE status IN ('lobby', 'live');
CREATE INDEX matches_by_channel ON matches (channel_id, id);
CREATE INDEX matches_unfinished ON matches (guild_id, id) WHERE status IN ('lobby', 'live');

CREATE TABLE seats (
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,                 -- as displayed when he sat down
    locale TEXT NOT NULL DEFAULT '',    -- of his Discord when he sat down: his DMs are in it
    waiting_since INTEGER,              -- set while the seat is to act
    told_closed INTEGER NOT NULL DEFAULT 0, -- the channel was told that his DMs are closed
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX seats_by_user ON seats (user_id, match_id) WHERE user_id > 0;
CREATE INDEX seats_waiting ON seats (user_id, waiting_since) WHERE waiting_since IS NOT NULL;

CREATE TABLE log (
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,               -- from 1, without gaps
    seat INTEGER NOT NULL,              -- -1 is chance
    move TEXT NOT NULL,                 -- notation, or "undo <ply>"
    user_id INTEGER,                    -- NULL for chance
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER log_keeps_rows BEFORE DELETE ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
CREATE TRIGGER log_keeps_values BEFORE UPDATE OF match_id, ply, seat, move, at ON log
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
-- A user may have his id erased, and nothing else.
CREATE TRIGGER log_keeps_users BEFORE UPDATE OF user_id ON log WHEN NEW.user_id IS NOT 0
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;

-- Moves sealed for a seat's next turn; known to its owner alone.
CREATE TABLE prepared (
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY,
    lane TEXT NOT NULL,                 -- delivered in order of id within a lane
    kind TEXT NOT NULL CHECK (kind IN ('lobby', 'thread', 'turn', 'dm', 'note')),
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    user_id INTEGER,
    text TEXT,                          -- of a note, see matches/texts.py
    nonce TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    message_id INTEGER,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX outbox_open ON outbox (lane, id) WHERE status IN ('new', 'sending');
CREATE INDEX outbox_done ON outbox (at) WHERE status IN ('sent', 'failed');

-- Requests already granted, so that one delivered twice changes nothing. Kept for a day.
CREATE TABLE interactions (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches,
    at INTEGER NOT NULL
) STRICT;

CREATE INDEX interactions_by_age ON interactions (at);

CREATE TABLE user_settings (
    user_id INTEGER PRIMARY KEY,
    dm INTEGER NOT NULL
) STRICT;

CREATE TABLE meta (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
