"""What a person takes away from a run: pictures, a film, a full link, an embedded board, a report."""
