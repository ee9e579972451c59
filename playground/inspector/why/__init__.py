"""The Why of a pod or node: a scheduler's decision as values for the templates."""
