"""The life cycle of stored objects: creation, update, deletion with grace, eviction."""
