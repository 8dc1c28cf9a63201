"""The nineteen faults that others have published in this field, each played as the attack that it allowed.

In a weakened copy of the package (`weakened.py`) the attack works, and gives what the fault gave; the package refuses
the very same attack, live, at the table and in the file, and names who tried. Where the fault is no check but a habit
of whoever writes a prover or a test, the habit is tested.

| module | what the attack gave | what stands in its way |
| --- | --- | --- |
| `test_01_related_generators` | any three cards, any points | generators hashed from public labels |
| `test_02_empty_lists` | another hand of the same sum; a void hand | exact lengths first, strict `zip` |
| `test_03_commutative_encryption` | 36 of 36 cards to an observer | a fresh factor for every card |
| `test_04_proof_shows_witness` | the permutation to an observer | tests of hiding: only they see it |
| `test_05_home_made_permutation_check` | any three cards | t_1, t_2, t_3 and the t̂ beside t_4 |
| `test_06_no_shuffle_proof` | junk for a card; a laid deck | a proof of every shuffle |
| `test_07_rogue_key` | 36 of 36 cards, before the deal | commitment and proof of ownership |
| `test_08_replayed_key_proof` | a seat under another's key; a void hand | the place in every proof |
| `test_09_weak_fiat_shamir` | two trumps; unreadable cards for the other | the whole statement is hashed |
| `test_10_one_masking_factor` | every card to an observer | a factor for every card, by its number |
| `test_11_permutation_generator` | the deck, from four cards and a clock | entropy is an argument, choices are even |
| `test_12_swapped_keys` | a friend's ace | a card is its seat's, whoever has the key |
| `test_13_inverted_comparison` | a conviction of the honest | every guard is passed and every refusal reached |
| `test_14_undecided` | any card led | no `except` goes on |
| `test_15_negative_vectors` | nothing that a test would show | bad data of every kind, counted |
| `test_16_one_party_two_shufflers` | the order of the deck | the table names who shuffles |
| `test_17_other_version` | two verdicts on one game | the version in every body and every tag |
| `test_18_forgotten_base` | a void hand, unpunished | every base is hashed |
| `test_19_last_position` | the trump, before the deal | all positions are drawn; one fair seat is enough |

A copy is made by replacing text of the package. Where a check has moved, the attack on its copy is skipped, and
`test_index.py` fails: the edit has to move with the check.
"""
