"""A limit on the memory of a process. What needs more ends there with MemoryError, and nothing else on the
machine has to make room for it.
"""


def limit_memory(most: int) -> None:
    """Lets this process, and those that it starts, have at most so many bytes of address space. A system
    without such limits (Windows, macOS) has none here.
    """
    try:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (most, hard))
    except (ImportError, ValueError, OSError):
        pass
