"""Names and types of the fields of Kubernetes' objects."""
