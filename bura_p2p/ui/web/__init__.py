"""The browser table: a page of this computer's own, and the server that it talks to.

Here: who may talk to the server, the static page, one WebSocket for each tab. Never: a rule, a card that the feed
does not show, an address beside 127.0.0.1.
"""
