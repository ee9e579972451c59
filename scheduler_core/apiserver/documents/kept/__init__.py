"""What is kept of an object that comes from outside: the fields that decide or are shown, and no others."""
