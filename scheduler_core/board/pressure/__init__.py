"""Views of nodes that run out of memory, disk, inodes or process ids."""
