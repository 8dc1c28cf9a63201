"""The nineteen faults that others have published in this field, each played as the attack that it allowed.

| module | fault | what it gave | what refuses it here |
| --- | --- | --- | --- |
"""
