"""The Why of a pod or node: a decision of the scheduler taken apart, as values for the templates."""
