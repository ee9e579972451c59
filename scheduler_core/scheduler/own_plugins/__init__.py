"""Plugins written by users of the playground, and the guard around each call of them."""
