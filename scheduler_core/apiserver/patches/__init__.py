"""Patches of documents: JSON Patch, JSON Merge Patch, Kubernetes' strategic merge patch, and apply."""
