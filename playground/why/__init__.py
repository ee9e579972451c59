"""Why is my pod pending? One card for each waiting pod of a run: as a page, a picture, Markdown and text."""
