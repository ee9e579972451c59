"""The columns of `kubectl get`. Source: pkg/printers/internalversion/printers.go (v1.34)."""
