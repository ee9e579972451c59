"""The console beside the board: kubectl's commands in the page, for people without kubectl.

It uses the Kubernetes API of the run as kubectl does, but in the same process. One table of verbs (`table`)
defines the parser, the help and the completion."""
