"""The texts of Events: which ones there are, and what the parts of one mean."""
