"""The device taint eviction controller (pkg/controller/devicetainteviction)."""
