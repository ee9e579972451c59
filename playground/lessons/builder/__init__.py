"""Builds a lesson from a run: changes to the text of its file, proposals from the board, and the form."""
