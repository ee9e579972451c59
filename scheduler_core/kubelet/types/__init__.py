"""What every other room of the kubelet uses: critical pods, QoS classes, and release differences."""
