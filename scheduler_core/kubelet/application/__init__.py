"""How the applications inside the containers behave: this simulator's own part, not Kubernetes'."""
