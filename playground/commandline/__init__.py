"""What the commands of `podium` share: reading files, naming pods, and answers as text.

Exit codes, for every command: 0 it holds or fits, 1 it does not, 2 the input is bad.
"""
