"""The only sockets: invites, TLS, the link, hosting, joining, the local network, and the driver of a session.

Runs on trio. Never: what an entry means, rules, screens.
"""
