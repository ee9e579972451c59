"""What the API server refuses, named by path."""
