"""One worker per pod: syncing, terminating, terminated.

Source: pkg/kubelet/pod_workers.go (v1.34).
"""
