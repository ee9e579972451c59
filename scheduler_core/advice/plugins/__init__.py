"""What is said of the refusals of each default plugin, one file a plugin."""
