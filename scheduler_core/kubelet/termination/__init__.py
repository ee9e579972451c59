"""How a pod or a container is killed: its grace period and the timeline of hooks and signals."""
