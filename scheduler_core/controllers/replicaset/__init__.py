"""The controllers of ReplicaSets and ReplicationControllers (pkg/controller/replicaset)."""
