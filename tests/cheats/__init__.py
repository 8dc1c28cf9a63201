"""Cheats played against the real table: one lie each, refused live, at the table and in the file."""
