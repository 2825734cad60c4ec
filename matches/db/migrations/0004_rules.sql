-- Revises: 0003_channel.sql
-- Date: 2026-11-22
-- Reason: matches that cannot be played on are paused and told to the operator

ALTER TABLE matches ADD COLUMN broken TEXT NOT NULL DEFAULT '';  -- why; '' if it can be played on
CREATE INDEX matches_broken ON matches (guild_id, id) WHERE broken <> '';
