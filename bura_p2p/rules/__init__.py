"""The game of bura: rulesets as data, positions with unknown cards, legality and scoring.

Here: everything that a ruleset decides. Never: shuffling, secrets, proofs, entropy, sentences for one screen.
"""
