-- Revises: 0015_two_dialects.sql
-- Date: 2026-11-23
-- Reason: several processes change the same matches

-- Grows with every change of a match, so that none is made to a match that another has changed since.
ALTER TABLE matches ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;
