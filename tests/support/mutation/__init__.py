"""Mutation runs over the packages that judge a peer's bytes, driven by Cosmic Ray.

    pip install '.[test,mutation]'
    python -m tests.support.mutation --package log      one package afresh (log, wire, table or crypto; without: all)
    python -m tests.support.mutation --resume           go on; kills in unchanged modules stand, survivors run again
    python -m tests.support.mutation --report           what the last run found; survivors as diffs
    python -m tests.support.mutation --resume --thorough   survivors meet all tests of every file that gets there

Here: Cosmic Ray's mutants and its session files (one SQLite file per module, in `build/mutation`), our operators
beside its own, the choice of tests by line coverage, and a runner that forks once per mutant instead of starting an
interpreter. Never: imported by a test; needs the extra `mutation`, which the suite does not.
"""
