"""Which process the kernel kills when memory runs out."""
