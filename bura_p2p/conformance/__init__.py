"""Conformance: a seat that can lie in every way we know of, and the table in memory at which it does.

Here: the cheating peer (`rogue`), its catalogue of lies (`cheats`), the scenes in which they are told (`scenes`),
what a whole game in memory takes (`hall`, `tape`, `stacked`), and `bura conformance` (`runner`), which lets it lie to
other people's clients. Never: pytest, anything of the tests, or a change of the code that is lied to. Nothing of the
shipped program but that command imports this package.
"""
