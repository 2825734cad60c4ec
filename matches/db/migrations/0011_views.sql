-- Revises: 0010_computers.sql
-- Date: 2026-11-23
-- Reason: users choose how private answers look

ALTER TABLE user_settings ADD COLUMN lang TEXT;                         -- NULL: as in their Discord
ALTER TABLE user_settings ADD COLUMN words TEXT NOT NULL DEFAULT 'later';  -- or 'first', 'only'
ALTER TABLE user_settings ADD COLUMN large INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user_settings ADD COLUMN dark INTEGER NOT NULL DEFAULT 0;
