"""Languages: what is said, and that it is said in all of them."""
