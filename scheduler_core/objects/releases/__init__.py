"""Releases of Kubernetes: how they differ, and which fields of objects they know."""
