"""The signed game: entries, rounds, heads, the game file. Never: rules, proofs, or who must speak."""
