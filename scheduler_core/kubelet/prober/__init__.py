"""Startup, liveness and readiness probes.

Source: pkg/kubelet/prober (v1.34).
"""
