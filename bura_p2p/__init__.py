"""Bura between two strangers: no server, no trust, and a game file that anybody can check."""
