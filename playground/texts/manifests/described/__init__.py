"""Objects read from the text of `kubectl describe`. Source of its form: k8s.io/kubectl/pkg/describe
(v0.20 to v0.36)."""
