"""Hours of hostile play: real peers that are cut off, killed and lied to, for as long as one likes.

Here: the command's door. Never: pytest, a shortcut round the shipped program. Nothing of the shipped program but the
command imports this package.
"""
