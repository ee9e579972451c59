"""The published workloads, run on this machine: `python -m scheduler_core.bench`."""
