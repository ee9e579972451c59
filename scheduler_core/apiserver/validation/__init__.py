"""The rules by which the API server refuses objects; each problem names its path."""
