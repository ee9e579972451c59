"""The Deployment controller (pkg/controller/deployment)."""
