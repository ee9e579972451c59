"""The pods that wait for a node: which they are, and which node is nearest for one of them."""
