"""Who keeps the labels and taints of nodes, and what a new node looks like."""
