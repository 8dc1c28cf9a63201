"""The fixed generators, as a shipped table.

Here: three card axes and the bases of the shuffle argument, hashed from public labels (RFC 9380), so that
nobody knows a relation between them. A test derives every line again. Never: a generator from anybody else.
"""

from __future__ import annotations

from typing import Final

from .group import Element

MAX_CARDS: Final = 36
"""The longest list that can be shuffled: the largest deck."""

_AXES: Final = (
    "02d1eef9743cf30de84aca90674a7f4d649d40d0dad118fa8c6a1ac8083517c2e2",  # rank
    "033ad44f55f9c40a7fc63e3d59631126798c1bd6dd604ae0bff426f574f8b24f6d",  # suit
    "02de8ba7ba1051c2082c30f1a41db697607edd1d68f8636539382962f016726843",  # points
)
_BASES: Final = (
    "02c289d9d93dea202854b56096b6a1efab9ee770ed2a8df331d331ba9b44e50f83",  # h
    "0202d64f43c08063a6362105503e61f226491439b069dd5d80a87d77cae1c94452",  # h ‖ u16 1
    "02d6e7c0bfa84ecc65e15c76888621f9a78e6d622b495e8d9ce4c5905602325e43",  # h ‖ u16 2
    "03e570c1f24347cc003c8cbc85f2d80c2592f1e12630db54ce57dc89828e97daf8",  # h ‖ u16 3
    "0342c377d63793b78a3ed36e2a0cd77b696e138c5b97d5b2e46934dd4d91162b16",  # h ‖ u16 4
    "0356a017ae473845ecdf1428be0208e4c009a0a0e3f760d973a5c38be7f0cceefe",  # h ‖ u16 5
    "02fad872ea6bc60a2133b9ae468f8bc8bb6256c291981a617baac3852c7ed26377",  # h ‖ u16 6
    "0216f3add370237e3d4b5d6ced7378338fb6676250dafa95b66e70aa25e14a95f0",  # h ‖ u16 7
    "02ad7d687cd0a80d3bc78f4f1a176ece9dd7a1a26f16d29cab5b9771260fe4031c",  # h ‖ u16 8
    "02b22efcbfbe0fcfb69e70a98af00e050aaa918571dc300abd425147f298dfbd5a",  # h ‖ u16 9
    "02d2b077b954c72556271601e48011d8aeff5a10335f5e7b31e9898d32214b49fb",  # h ‖ u16 10
    "0351ed69e2a8ddb267af14d9ce71d27275d75a6ad2206a0e260366497da9a2cc97",  # h ‖ u16 11
    "033eeff552a77bcc58fd3f12a496e5973db327eb3e029f344620e0095130466f24",  # h ‖ u16 12
    "02bd8252bcc15ba32dbb12a21d8ff39e2462696b5ee3c299a49126f6c10cdf7193",  # h ‖ u16 13
    "02377dae840febaa4837e27c10ae50eff035f76526ea8c38f28367d5df644bc18c",  # h ‖ u16 14
    "025c20816be75466b92733d9048111500fbee89b76732d4cab6a83e4d019dec909",  # h ‖ u16 15
    "02687393bb9852cc6cfd9539d89990d2ecf427d10940e288d99b1e7d30e2af744e",  # h ‖ u16 16
    "034919fce020e4c05d752a669e5e22eddae5800674d2f61c7156d4454995024f05",  # h ‖ u16 17
    "023e796bef56d1252b1b49140d92446bd85831061de5d53e23ea36fb808aa86151",  # h ‖ u16 18
    "0326e5c37a8772389a64940fd44df235214eb812cffbcb6280d10cfd1e203f5622",  # h ‖ u16 19
    "03b9d2c39353609c0b58f3655abaffdd4865351d597b3853ee7c46d4c533068f4c",  # h ‖ u16 20
    "03bb570fcc51224d58679750917b0e177ff0ad4e84c1d60c2634cb35f2e9ff1fc3",  # h ‖ u16 21
    "035d3b6bffdac9bf2bbf6e61710ea43a84bc1dadd706c9b91b7ca8c0fa65c47562",  # h ‖ u16 22
    "0372895de485791fb2032fa2b01b145ef3177cab95e228e11c2c8b893656bab897",  # h ‖ u16 23
    "02e5f19d7e45e2f03119bc645371da4fdb00abf7380d6d16c2305a18c6041ba9e9",  # h ‖ u16 24
    "024b431636d53fafd7d66ad19b3a633252ef6f886e2aa46f15dd64f0aaf36fd96a",  # h ‖ u16 25
    "02ca71b6fdbb07c57a6949cc8b9c26886ad4801b554a9c3a73b34960483d419bde",  # h ‖ u16 26
    "0372e18869760444362c629b3d76bf5aaa7d1a29bdb9b5d23d9762fa74d7a6ad52",  # h ‖ u16 27
    "024b2c15c4deb33bd07c411ad6bc6fdd10eb943cf4822245ca869e6a2b25a1d821",  # h ‖ u16 28
    "033b544fc8f8f8a6f9d80c89a66053cdb3519324d58d8d50e510f1df282b16fac9",  # h ‖ u16 29
    "028096897a6488c3695b6fe0753ee7bbd4a72afcac420f900d5b67b4802cb0dae9",  # h ‖ u16 30
    "03f13f25f5741cb34ca3309e13fbf5cede9c32aa57cb0356d5a60300751f3f5ab5",  # h ‖ u16 31
    "020294218db535e2e0570be9c11b1d6941e890c4213e82ad0f27592e5f125f3d6f",  # h ‖ u16 32
    "02203787b5c2d5d2867c7cc1f1e284c9582954877ecea5252ee27f647c8ba46155",  # h ‖ u16 33
    "0218d04a30305eccda210487f290c703545d86f748f43f19e204672044f8578cba",  # h ‖ u16 34
    "039898f9e6fa0f95b70e28703463110958de121bc46f7ef9644a5e7a559b0354e3",  # h ‖ u16 35
    "023d56f9066daca2dccd876def0bda4a6f90f2e71b1daf3c16506d49c1de8a0774",  # h ‖ u16 36
)

H_RANK, H_SUIT, H_POINTS = (Element.from_bytes(bytes.fromhex(line)) for line in _AXES)
"""HashToGroup(b"rank" / b"suit" / b"points", "card-axis"): the axes of a card point."""

SHUFFLE_H, *_numbered = (Element.from_bytes(bytes.fromhex(line)) for line in _BASES)
"""h = HashToGroup(b"h", "shuffle-base")."""

SHUFFLE_BASES: Final = tuple(_numbered)
"""h₁ … h₃₆, hᵢ = HashToGroup(b"h" ‖ u16 i, "shuffle-base"); a shorter list takes a prefix."""
