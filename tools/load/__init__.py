"""Load on an installation of several servers and workers: what visitors wait for, and what it costs."""
