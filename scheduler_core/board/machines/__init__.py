"""Views of the machines, their processes and the network between them."""
