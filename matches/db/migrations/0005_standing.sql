-- Revises: 0004_rules.sql
-- Date: 2026-11-22
-- Reason: answers that players give once for a whole match

ALTER TABLE seats ADD COLUMN standing TEXT NOT NULL DEFAULT '';  -- slugs with commas between
