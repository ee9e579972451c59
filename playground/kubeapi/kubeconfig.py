"""The text of a kubeconfig."""

from __future__ import annotations

from playground.texts.manifests.yaml_text import dump


def kubeconfig_text(run: str, server: str, token: str) -> str:
    """A kubeconfig with one cluster; a `token` of "" is left out."""
    name = f"podium-{run}"
    user = {"token": token} if token else {}
    return dump(
        {
            "apiVersion": "v1",
            "kind": "Config",
            "clusters": [{"name": name, "cluster": {"server": server}}],
            "contexts": [{"name": name, "context": {"cluster": name, "user": name}}],
            "current-context": name,
            "users": [{"name": name, "user": user}],
        }
    )
