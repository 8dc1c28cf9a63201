"""The mathematics: group, challenges, proofs, masked cards, identities. Never: rules, wire, sockets."""
