"""The SQL of the operator's desk: figures, announcements, copies, doors."""
