"""What past games tell: results, luck, and where another play would have been better.

Here: plain data out of the store's rows and of game files. Never: printing, a socket, a card that its reader has not
seen.
"""
