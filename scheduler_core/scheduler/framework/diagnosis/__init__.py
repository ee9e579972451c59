"""Why a pod does not fit: statuses of nodes, how far each is from feasible, and the message of the cycle."""
