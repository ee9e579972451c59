"""Advice about devices: what keeps a claim from being allocated, and changes that would let it be."""
