"""How the server ends a socket by itself, and by which addresses it knows those of rooms."""

CLOSE_RESTART = 4012
CLOSE_TOO_SLOW = 4013
CLOSE_TOO_MANY = 4029
CLOSE_TOO_MANY_SOCKETS = 4030

BYE_TEXT = '{"type":"bye","reason":"restart"}'

ROOM_SOCKETS = "/ws/room/"
"""The beginning of the address of each socket of a room."""
