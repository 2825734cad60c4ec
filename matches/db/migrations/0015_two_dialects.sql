-- Revises: 0014_attendance.sql
-- Date: 2026-11-23
-- Reason: conditions that SQLite and PostgreSQL read alike

DROP INDEX seats_of_computers;
CREATE INDEX seats_of_computers ON seats (match_id)
    WHERE waiting_since IS NOT NULL AND (user_id = 0 OR lent <> 0);
