"""The console beside the board: kubectl's commands in the page, for who has no kubectl at hand.

It speaks to the Kubernetes API of the run as kubectl does, in the same process. One table of verbs (`table`)
makes the parser, the help and the completion.
"""
