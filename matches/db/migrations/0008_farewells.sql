-- Revises: 0007_invitations.sql
-- Date: 2026-11-23
-- Reason: servers that the bot has left; terms after which finished matches are deleted

-- Servers that the bot is no longer on: their unfinished matches end at `ends_at`.
CREATE TABLE lost_guilds (
    guild_id INTEGER PRIMARY KEY,
    ends_at INTEGER NOT NULL
) STRICT;
CREATE INDEX lost_guilds_due ON lost_guilds (ends_at);

-- Servers whose finished matches are deleted after some days; all others keep them.
CREATE TABLE guild_terms (
    guild_id INTEGER PRIMARY KEY,
    days INTEGER NOT NULL,
    sweep_at INTEGER NOT NULL           -- when to look for such matches next
) STRICT;
CREATE INDEX guild_terms_due ON guild_terms (sweep_at);

CREATE INDEX matches_finished ON matches (guild_id, coalesce(finished_at, created_at))
    WHERE status IN ('over', 'ended');

CREATE INDEX votes_by_match ON votes (match_id);

-- A log loses no rows as long as its match exists.
DROP TRIGGER log_keeps_rows;
CREATE TRIGGER log_keeps_rows BEFORE DELETE ON log
WHEN EXISTS (SELECT 1 FROM matches WHERE id = OLD.match_id)
BEGIN
    SELECT RAISE(ABORT, 'the log is append-only');
END;
