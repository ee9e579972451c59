"""Rules over the requests and limits of a pod: its sums, its QoS class."""
