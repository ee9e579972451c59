"""The controllers of volumes: binding, provisioning, attaching (pkg/controller/volume)."""
