-- Revises: 0011_views.sql
-- Date: 2026-11-23
-- Reason: matches in private threads

ALTER TABLE matches ADD COLUMN private INTEGER NOT NULL DEFAULT 0;  -- 1: its thread is private
