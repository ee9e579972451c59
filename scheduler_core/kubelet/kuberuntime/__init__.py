"""The containers of a pod: pulled, started, restarted, killed.

Source: pkg/kubelet/kuberuntime (v1.34).
"""
