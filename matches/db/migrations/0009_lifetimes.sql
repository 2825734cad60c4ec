-- Revises: 0008_farewells.sql
-- Date: 2026-11-23
-- Reason: matches and lobbies end in time; what a server's admins decide about matches

ALTER TABLE matches ADD COLUMN touched_at INTEGER;   -- when a player last did something in it
ALTER TABLE matches ADD COLUMN check_at INTEGER;     -- when its end is looked at next
ALTER TABLE matches ADD COLUMN told_at INTEGER;      -- when its closing was announced
CREATE INDEX matches_to_check ON matches (check_at) WHERE check_at IS NOT NULL;
UPDATE matches SET touched_at = coalesce(
    (SELECT at FROM log WHERE match_id = matches.id ORDER BY ply DESC LIMIT 1), begun_at, created_at)
    WHERE status IN ('lobby', 'live');
-- Most of what is old would be announced at once. So it is looked at one after another, on each
-- server one in an hour, from a day after the bot last ran: admins can choose other terms before.
UPDATE matches SET check_at = place.check_at FROM (
    SELECT id, 3600000 * row_number() OVER (PARTITION BY guild_id ORDER BY touched_at, id)
        + 86400000 + coalesce(
            (SELECT 1000 * CAST(strftime('%s', value) AS INTEGER) FROM meta WHERE key = 'heartbeat'),
            max(touched_at) OVER ()) AS check_at
    FROM matches WHERE status IN ('lobby', 'live')) AS place
    WHERE matches.id = place.id;

-- Messages that its player has got about the match since anybody did something in it.
ALTER TABLE seats ADD COLUMN calls INTEGER NOT NULL DEFAULT 0;
ALTER TABLE seats ADD COLUMN muted INTEGER NOT NULL DEFAULT 0;  -- 1: one more was kept back

-- What a server's admins have changed with /setup; what has no row is as usual.
CREATE TABLE guild_terms (
    guild_id INTEGER NOT NULL,
    name TEXT NOT NULL,                 -- see matches/domain/table/terms.py
    value INTEGER NOT NULL,             -- a number, or the id of a role or channel
    PRIMARY KEY (guild_id, name, value)
) STRICT, WITHOUT ROWID;

-- Those of them that a match keeps from its start on; an older match has them as usual.
CREATE TABLE match_terms (
    match_id INTEGER NOT NULL REFERENCES matches,
    name TEXT NOT NULL,
    value INTEGER NOT NULL,
    PRIMARY KEY (match_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE barred (
    guild_id INTEGER NOT NULL,
    user_id INTEGER NOT NULL,
    PRIMARY KEY (guild_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX barred_by_user ON barred (user_id);

-- Who can't take a seat in a match any more: whoever conceded, and admins who have freed a seat.
CREATE TABLE kept_out (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    why TEXT NOT NULL,                  -- 'conceded' or 'freed'
    PRIMARY KEY (match_id, user_id, why)
) STRICT, WITHOUT ROWID;
CREATE INDEX kept_out_by_user ON kept_out (user_id);
