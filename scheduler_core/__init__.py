"""The simulated cluster: pure Python, standard library only."""
