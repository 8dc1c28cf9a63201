"""The only sockets: invites, TLS, the authenticated link, hosting, joining, and the driver of a session.

Runs on trio. Never: what an entry means, rules, screens.
"""
