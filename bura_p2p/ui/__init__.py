"""Faces: what people and programs see of a game, and what they type.

Never: keys, proofs, the table itself; a face gets a seat's `View` and public events.
"""
