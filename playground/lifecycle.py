"""What the whole process knows about itself: is it saying goodbye? Set by the server, read by views and
sockets.
"""

from dataclasses import dataclass


@dataclass
class Lifecycle:
    draining: bool = False


state = Lifecycle()
