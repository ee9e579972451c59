"""Drivers of devices on a node, and what the kubelet asks of them for a pod's claims."""
