"""A memory limit for a process. Beyond it the process ends with MemoryError, and no other process on the
machine has to give up memory."""


def limit_memory(most: int) -> None:
    """Limits the address space of this process and its future children to so many bytes. Does nothing on a
    system without such limits (Windows, macOS)."""
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ImportError, ValueError, OSError):
        pass
