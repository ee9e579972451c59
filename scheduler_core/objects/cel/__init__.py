"""CEL selectors of devices: the part of the Common Expression Language that this model evaluates."""
