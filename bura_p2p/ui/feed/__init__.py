"""The one session behind every face that draws a table: numbered messages out, commands in.

Here: what a table looks like as plain data, the fan-out to any number of clients, the way from the lobby to a game
and back. Never: a page, a socket, a card that the seat's own view does not show.
"""
