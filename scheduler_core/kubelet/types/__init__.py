"""Types that all other rooms of the kubelet use: critical pods, QoS classes, and release differences."""
