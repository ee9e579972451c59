"""A moment of a run as a picture: SVG with its letters inside, PNG, and a stretch that moves (SVG, GIF)."""
