"""Who keeps the labels and taints of nodes."""
