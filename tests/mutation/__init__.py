"""What the last mutation run found (`report.toml`, written by the tool) and what it leaves (`survivors.toml`).

Here: the two files and the test that reads them. The run itself is `python -m tests.support.mutation`, see there.
"""
