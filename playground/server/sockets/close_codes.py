"""The close codes that the server itself uses, and the addresses of room sockets."""

CLOSE_RESTART = 4012
CLOSE_TOO_SLOW = 4013
CLOSE_TOO_MANY = 4029
CLOSE_TOO_MANY_SOCKETS = 4030

BYE_TEXT = '{"type":"bye","reason":"restart"}'

ROOM_SOCKETS = "/ws/room/"
"""The prefix of the address of each room socket."""
