"""A machine, the kubelet process on it, and the Node object that the kubelet writes."""
