"""The Kubernetes API of each run, at `/r/<run>/k8s`, for kubectl and other Kubernetes clients."""
