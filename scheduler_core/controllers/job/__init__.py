"""The Job controller (pkg/controller/job)."""
