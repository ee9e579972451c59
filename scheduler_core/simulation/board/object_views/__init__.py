"""Views of API objects."""
