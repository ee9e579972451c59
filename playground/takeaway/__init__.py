"""Exports of a run: pictures, a film, a full link, an embedded board, a report."""
