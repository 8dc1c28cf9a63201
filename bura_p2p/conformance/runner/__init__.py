"""`bura conformance`: other people's clients and verifiers, put to the test.

Here: static vectors and games through a shim, a live peer over real sockets with the cheating peer behind it, pairs
of foreign clients over a faulty line, and what came of it all. Never: pytest, or a second copy of a rule, a proof or
a lie: lies come from `conformance.cheats`, everything true from the package.
"""
