"""Node-pressure eviction: thresholds, ranking, and the passes of the kubelet's eviction manager.

Source: pkg/kubelet/eviction (v1.34).
"""
