-- Revises: 0009_lifetimes.sql
-- Date: 2026-11-23
-- Reason: computer players

-- How well computers play: 'easy', 'good' or 'strong'. Matches that were over by now had none, so
-- they keep the result they had.
ALTER TABLE matches ADD COLUMN level TEXT NOT NULL DEFAULT '';  -- in seats that players leave
UPDATE matches SET level = 'good'
    WHERE status IN ('lobby', 'live') OR (status = 'ended' AND check_at IS NOT NULL);
ALTER TABLE seats ADD COLUMN level TEXT NOT NULL DEFAULT '';  -- '' is no computer's seat
ALTER TABLE seats ADD COLUMN lent INTEGER NOT NULL DEFAULT 0;  -- 1: a computer decides this once
CREATE INDEX seats_of_computers ON seats (match_id)
    WHERE waiting_since IS NOT NULL AND (user_id = 0 OR lent);
