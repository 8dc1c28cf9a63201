"""One seat at a table: its secrets, its outbox, what it refuses; sans-IO."""
