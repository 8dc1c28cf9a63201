"""Bytes that nobody meant: every reader of the package is fed with them, and may only refuse.

    python -m tests.fuzz all --seconds 3600      an hour for each target
    python -m tests.fuzz apply --runs 50000      one target, so many executions
    python -m tests.fuzz all --jobs 2            two targets at a time
    python -m tests.fuzz files --folder ~/fuzz   go on with the inputs that were found before

With the extra `fuzz` installed (atheris, on Linux and CPython up to 3.13) the runs are guided by coverage; without
it inputs are changed at random. `test_fuzz.py` is the short form that the test suite runs.
"""
