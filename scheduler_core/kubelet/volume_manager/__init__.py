"""Waiting for the volumes of a pod.

Source: pkg/kubelet/volumemanager (v1.34).
"""
