"""Pictures of a run: a moment as SVG (with its fonts embedded) or PNG, and a stretch as moving SVG or GIF."""
