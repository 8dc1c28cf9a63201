"""`python -m bura_p2p`: the `bura` command."""

from .cli import main

if __name__ == "__main__":
    main()
