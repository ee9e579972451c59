"""Parts of the question `advice`: where a change belongs, its kubectl lines, and what it costs."""
