"""Renders the overlays of deploy/kubernetes: the part of kustomize that they use. A test compares it with kubectl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

OVERLAYS = Path(__file__).parents[2] / "deploy/kubernetes/overlays"
Manifest = dict[str, Any]

FIELDS = {"apiVersion", "kind", "namespace", "resources", "images", "patches"}
CLUSTER_WIDE = {"Namespace"}


def rendered(folder: Path) -> list[Manifest]:
    """The manifests of a kustomization."""
    request = yaml.safe_load((folder / "kustomization.yaml").read_text())
    others = set(request) - FIELDS
    assert not others, f"{folder}: this renderer does not know {sorted(others)}"
    results: list[Manifest] = []
    for name in request.get("resources", ()):
        path = folder / name
        results += (
            rendered(path)
            if path.is_dir()
            else [item for item in yaml.safe_load_all(path.read_text()) if item]
        )
    for patch in request.get("patches", ()):
        hit = [item for item in results if _meant(item, patch["target"])]
        assert hit, f"{folder}: {patch['path']} meets nothing"
        for entry in hit:
            for change in json.loads((folder / patch["path"]).read_text()):
                _change(entry, change)
    for entry in results:
        for image in request.get("images", ()):
            _rename(entry, image)
        if (namespace := request.get("namespace")) and entry["kind"] not in CLUSTER_WIDE:
            entry["metadata"]["namespace"] = namespace
    return results


def _meant(manifest: Manifest, target: dict[str, str]) -> bool:
    return (manifest["kind"], manifest["metadata"]["name"]) == (target["kind"], target["name"])


def _change(manifest: Manifest, change: dict[str, Any]) -> None:
    """One operation of RFC 6902."""
    *way, last = [part.replace("~1", "/").replace("~0", "~") for part in change["path"].split("/")[1:]]
    place: Any = manifest
    for part in way:
        place = place[int(part)] if isinstance(place, list) else place[part]
    key: Any = int(last) if isinstance(place, list) else last
    if change["op"] == "remove":
        del place[key]
        return
    assert change["op"] in {"add", "replace"}, change
    if change["op"] == "replace":
        place[key]  # has to be there
    place[key] = change["value"]


def _rename(value: Any, image: dict[str, str]) -> None:
    if isinstance(value, dict):
        if value.get("image") == image["name"]:
            value["image"] = f"{image['newName']}:{image['newTag']}"
        for inner in value.values():
            _rename(inner, image)
    elif isinstance(value, list):
        for inner in value:
            _rename(inner, image)


def of_kind(name: str, kind: str) -> dict[str, dict[str, Any]]:
    return {item["metadata"]["name"]: item for item in rendered(OVERLAYS / name) if item["kind"] == kind}
