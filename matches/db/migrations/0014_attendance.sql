-- Revises: 0013_leases.sql
-- Date: 2026-11-23
-- Reason: while the bot doesn't hear from a server, the clocks of that server alone stand still

-- Servers with running times, and whether the bot hears from them.
CREATE TABLE attendance (
    guild_id INTEGER PRIMARY KEY,
    application_id INTEGER NOT NULL DEFAULT 0,  -- which application was seen on it; 0: none yet
    away_since INTEGER,                 -- since when the bot hears nothing; NULL: it hears from it
    made_up_until INTEGER,              -- the end of an absence whose clocks are being moved
    made_up_match INTEGER NOT NULL DEFAULT 0    -- the last match whose clocks were moved for it
) STRICT;
CREATE INDEX attendance_away ON attendance (guild_id) WHERE away_since IS NOT NULL;

-- A process that died while it moved all clocks left "since until match" here.
INSERT INTO attendance (guild_id, away_since, made_up_until, made_up_match)
    SELECT DISTINCT guild_id,
        CAST(round((julianday(began) - 2440587.5) * 86400000) AS INTEGER),
        CAST(round((julianday(substr(rest, 1, instr(rest, ' ') - 1)) - 2440587.5) * 86400000)
            AS INTEGER),
        CAST(substr(rest, instr(rest, ' ') + 1) AS INTEGER)
    FROM matches, (
        SELECT substr(value, 1, instr(value, ' ') - 1) AS began,
            substr(value, instr(value, ' ') + 1) AS rest
        FROM meta WHERE key = 'absence' AND value <> '')
    WHERE status IN ('lobby', 'live') OR check_at IS NOT NULL;
DELETE FROM meta WHERE key = 'absence';
