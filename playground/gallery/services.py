"""What other apps may ask of the scenarios."""

from playground.gallery.loader import load_gallery
from playground.imports.storing import store_revision, store_run

__all__ = ["load_gallery", "store_revision", "store_run"]
