"""What a stored object's life follows: creation, update, deletion with grace, eviction."""
