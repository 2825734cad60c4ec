-- Revises: 0006_endings.sql
-- Date: 2026-11-23
-- Reason: seats kept for friends, lobbies closed to others, words that players mix into the draws
--
-- The chance seed and its hash are now made when the lobby is opened; lobbies opened before have
-- none and get them at the start.

ALTER TABLE matches ADD COLUMN closed INTEGER NOT NULL DEFAULT 0;  -- to all but guests; in the lobby

ALTER TABLE seats ADD COLUMN word TEXT NOT NULL DEFAULT '';  -- goes into the draws; '' for none
ALTER TABLE seats ADD COLUMN word_at INTEGER;

-- People for whom the host of a lobby keeps a seat, or kept one, or whom the host has sent away.
-- They are forgotten when the match starts or the lobby ends.
CREATE TABLE guests (
    match_id INTEGER NOT NULL REFERENCES matches,
    user_id INTEGER NOT NULL,
    name TEXT NOT NULL,
    locale TEXT NOT NULL,               -- of their Discord, '' if unknown
    kept_until INTEGER,                 -- while a seat is kept for them
    sent_away INTEGER NOT NULL,
    told INTEGER NOT NULL,              -- that a seat is kept: once in each lobby
    PRIMARY KEY (match_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX guests_by_time ON guests (kept_until) WHERE kept_until IS NOT NULL;
CREATE INDEX guests_by_user ON guests (user_id);
