-- Revises: 0016_changes.sql
-- Date: 2026-11-30
-- Reason: who leaves their decisions to a computer and doesn't come back can't win

-- How many decisions in a row a computer made because the player was late, since their own last one.
ALTER TABLE seats ADD COLUMN late INTEGER NOT NULL DEFAULT 0;
