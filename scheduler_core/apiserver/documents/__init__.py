"""From the documents of a file to objects: kinds, order, owners, and no secret."""
