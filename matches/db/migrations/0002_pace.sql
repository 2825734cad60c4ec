-- Revises: 0001_initial.sql
-- Date: 2026-11-21
-- Reason: time per match and seat, votes, seats that change hands, pauses, remarks in the log
--
-- A seat that is waited for has a clock: waiting_since, due_at, wake_at, woken_at. The scheduler
-- looks at wake_at alone.

ALTER TABLE matches ADD COLUMN pace TEXT NOT NULL DEFAULT 'casual 48h';  -- see matches/domain/deadlines/pace.py
ALTER TABLE matches ADD COLUMN paused_at INTEGER;        -- while clocks and play stand still
ALTER TABLE matches ADD COLUMN paused_why TEXT NOT NULL DEFAULT '';  -- 'vote' or 'gone'
ALTER TABLE matches ADD COLUMN begun_at INTEGER;
ALTER TABLE matches ADD COLUMN finished_at INTEGER;
ALTER TABLE matches ADD COLUMN rematch_of INTEGER REFERENCES matches;
CREATE UNIQUE INDEX matches_one_rematch ON matches (rematch_of) WHERE rematch_of IS NOT NULL;

ALTER TABLE seats ADD COLUMN owner_id INTEGER NOT NULL DEFAULT 0;  -- who had the seat first
ALTER TABLE seats ADD COLUMN open INTEGER NOT NULL DEFAULT 0;  -- nobody's: a caretaker plays it
ALTER TABLE seats ADD COLUMN offered INTEGER NOT NULL DEFAULT 0;  -- its player would give it away
ALTER TABLE seats ADD COLUMN bank_ms INTEGER NOT NULL DEFAULT 0;  -- extra time that is left
ALTER TABLE seats ADD COLUMN away_from INTEGER;
ALTER TABLE seats ADD COLUMN away_to INTEGER;
ALTER TABLE seats ADD COLUMN due_at INTEGER;
ALTER TABLE seats ADD COLUMN wake_at INTEGER;
ALTER TABLE seats ADD COLUMN woken_at INTEGER;
ALTER TABLE seats ADD COLUMN on_bank INTEGER NOT NULL DEFAULT 0;  -- extra time is running
ALTER TABLE seats ADD COLUMN post_id INTEGER;  -- the message that offers it
UPDATE seats SET owner_id = user_id;
CREATE INDEX seats_to_wake ON seats (wake_at) WHERE wake_at IS NOT NULL;

-- Who has held a seat, from which ply on; 0 is nobody, or somebody erased.
CREATE TABLE holders (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches,
    seat INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX holders_by_match ON holders (match_id, seat);
CREATE INDEX holders_by_user ON holders (user_id, match_id) WHERE user_id > 0;

CREATE TABLE votes (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches,
    kind TEXT NOT NULL,                 -- see matches/votes.py
    argument TEXT NOT NULL,
    seat INTEGER NOT NULL,              -- who asked for it
    ply INTEGER NOT NULL,               -- of the match then
    status TEXT NOT NULL DEFAULT 'open'
        CHECK (status IN ('open', 'passed', 'failed', 'expired', 'stale')),
    opened_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    message_id INTEGER
) STRICT;
CREATE UNIQUE INDEX votes_one_at_a_time ON votes (match_id) WHERE status = 'open';
CREATE INDEX votes_to_expire ON votes (expires_at) WHERE status = 'open';

CREATE TABLE ballots (
    vote_id INTEGER NOT NULL REFERENCES votes,
    seat INTEGER NOT NULL,
    yes INTEGER NOT NULL,
    PRIMARY KEY (vote_id, seat)
) STRICT, WITHOUT ROWID;

-- What happened to a match beside its moves, told in its log after the row with that ply.
CREATE TABLE remarks (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL                  -- see matches/texts.py
) STRICT;
CREATE INDEX remarks_by_match ON remarks (match_id, ply);

ALTER TABLE user_settings ADD COLUMN zone TEXT NOT NULL DEFAULT '';  -- '' is UTC
ALTER TABLE user_settings ADD COLUMN quiet_from INTEGER;  -- hours of the day, 0 to 23
ALTER TABLE user_settings ADD COLUMN quiet_to INTEGER;
ALTER TABLE user_settings ADD COLUMN rhythm TEXT NOT NULL DEFAULT 'normal';
ALTER TABLE user_settings ADD COLUMN away_from INTEGER;
ALTER TABLE user_settings ADD COLUMN away_to INTEGER;
ALTER TABLE user_settings ADD COLUMN digest_hour INTEGER;
ALTER TABLE user_settings ADD COLUMN digest_at INTEGER;  -- when the next digest is due
CREATE INDEX user_settings_digests ON user_settings (digest_at) WHERE digest_at IS NOT NULL;

-- The outbox learns new kinds, and what a row refers to.
CREATE TABLE outbox_2 (
    id INTEGER PRIMARY KEY,
    lane TEXT NOT NULL,                 -- delivered in order of id within a lane
    kind TEXT NOT NULL CHECK (kind IN
        ('lobby', 'thread', 'turn', 'dm', 'note', 'nudge', 'vote', 'seat', 'place', 'digest')),
    match_id INTEGER NOT NULL REFERENCES matches,
    ply INTEGER NOT NULL,
    user_id INTEGER,
    ref INTEGER,                        -- of a vote: which; of an open seat: which
    text TEXT,                          -- of a note, see matches/texts.py
    nonce TEXT NOT NULL UNIQUE,
    status TEXT NOT NULL DEFAULT 'new' CHECK (status IN ('new', 'sending', 'sent', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    message_id INTEGER,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO outbox_2 (id, lane, kind, match_id, ply, user_id, text, nonce, status, attempts,
    due_at, message_id, at)
    SELECT id, lane, kind, match_id, ply, user_id, text, nonce, status, attempts, due_at,
    message_id, at FROM outbox;
DROP TABLE outbox;
ALTER TABLE outbox_2 RENAME TO outbox;
CREATE INDEX outbox_open ON outbox (lane, id) WHERE status IN ('new', 'sending');
CREATE INDEX outbox_done ON outbox (at) WHERE status IN ('sent', 'failed');
