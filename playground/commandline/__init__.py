"""Shared parts of the commands of `podium`: reading files, naming pods, and answers as text.

Exit codes of every command: 0 it holds or fits, 1 it does not, 2 the input is invalid."""
