"""Bura between two strangers: no server, no trust, and a game file that anybody can check.

What lives where. An import may only point to an earlier line; modules of one line never import each other, but for
`crypto`, `rules` and `wire`, which do not know each other either.

    errors, cards               faults and their codes; what a card is
    rules, crypto, wire         the game; the mathematics; the bytes
    log                         signed entries, rounds, heads, the game file
    table                       what every seat and every stranger computes from the same entries
    session, verify             one player's secrets and moves; a stranger's check: both run the same table
    bots, store                 players that are programs; the disk
    net, stats                  the only sockets; results, luck, and a look back over past games
    ui, arena, bench, demo      people: the browser, the terminal
    conformance                 a seat that tells one lie, and every lie that it knows
    cli                         the command

`tests/test_house.py` holds it.
"""
