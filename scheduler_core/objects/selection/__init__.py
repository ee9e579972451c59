"""What chooses objects: label, field and node selectors, and the affinities that are made of them."""
