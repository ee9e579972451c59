"""Graceful node shutdown.

Source: pkg/kubelet/nodeshutdown (v1.34).
"""
