"""Whether the kubelet admits a pod that was bound to its node, and preemption for critical pods."""
