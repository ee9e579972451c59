"""The commands of the console, by subject."""
