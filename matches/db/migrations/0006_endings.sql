-- Revises: 0005_standing.sql
-- Date: 2026-11-22
-- Reason: how matches end; players who concede

ALTER TABLE matches ADD COLUMN ending TEXT NOT NULL DEFAULT '';  -- see Ending in matches/domain/model.py
UPDATE matches SET ending = 'played' WHERE status = 'over';
ALTER TABLE matches ADD COLUMN conceding TEXT NOT NULL DEFAULT 'open';  -- or 'caretaker'
ALTER TABLE seats ADD COLUMN conceded INTEGER NOT NULL DEFAULT 0;  -- by its last player
