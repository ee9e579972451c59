"""The Kubernetes API of each run, at `/r/<run>/k8s`, so that kubectl and the clients of Kubernetes work."""
