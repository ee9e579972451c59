"""The node lifecycle controller: silent nodes, taints, zones (pkg/controller/nodelifecycle)."""
