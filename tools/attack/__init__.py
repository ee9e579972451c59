"""Attacks on a podium server of one's own: can one visitor hurt another, and does stay what was acknowledged?

`make attack` runs them; docs/attack.md tells of them.
"""
