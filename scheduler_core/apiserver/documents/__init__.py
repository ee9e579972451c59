"""From the documents of a file to objects: kinds, order and owners, with all secrets removed."""
