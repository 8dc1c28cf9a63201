"""The published vectors: a module a file, each deterministic, and the tests that run them."""
