"""The disruption controller: the status of PodDisruptionBudgets (pkg/controller/disruption)."""
