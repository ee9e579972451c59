"""Disks on the board: volumes and claims as they are drawn, who uses them, and the limits of nodes."""
