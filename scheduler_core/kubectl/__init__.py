"""What kubectl prints: `describe`, and the tables of `get`."""
