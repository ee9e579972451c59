"""The table of the fields of Kubernetes' objects: what a field is, and what is done with it."""
