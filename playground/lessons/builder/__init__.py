"""Builds a lesson from a run: edits of its file's text, proposals from the board, and the form."""
