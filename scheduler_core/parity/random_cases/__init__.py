"""Random cases without recorded verdicts, and what must hold for every decision all the same."""
