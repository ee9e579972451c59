"""The StatefulSet controller (pkg/controller/statefulset)."""
