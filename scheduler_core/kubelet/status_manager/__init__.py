"""The status of a pod, and how it reaches the API server.

Source: pkg/kubelet/status (v1.34).
"""
