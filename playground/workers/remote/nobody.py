class NobodyError(Exception):
    """No worker of this build can be reached."""
