"""What an upgrade to another release of Kubernetes changes for the objects of a run."""
