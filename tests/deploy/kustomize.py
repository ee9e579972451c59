"""Renders the overlays of deploy/kubernetes: the part of kustomize that they use. A test compares it with kubectl."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

OVERLAYS = Path(__file__).parents[2] / "deploy/kubernetes/overlays"
Manifest = dict[str, Any]

KNOWN = {"apiVersion", "kind", "namespace", "resources", "images", "patches"}
CLUSTER_WIDE = {"Namespace"}


def rendered(folder: Path) -> list[Manifest]:
    """The manifests of a kustomization."""
    asked = yaml.safe_load((folder / "kustomization.yaml").read_text())
    unknown = set(asked) - KNOWN
    assert not unknown, f"{folder}: this renderer does not know {sorted(unknown)}"
    found: list[Manifest] = []
    for name in asked.get("resources", ()):
        path = folder / name
        found += (
            rendered(path)
            if path.is_dir()
            else [each for each in yaml.safe_load_all(path.read_text()) if each]
        )
    for patch in asked.get("patches", ()):
        hit = [each for each in found if _meant(each, patch["target"])]
        assert hit, f"{folder}: {patch['path']} meets nothing"
        for each in hit:
            for change in json.loads((folder / patch["path"]).read_text()):
                _change(each, change)
    for each in found:
        for image in asked.get("images", ()):
            _rename(each, image)
        if (namespace := asked.get("namespace")) and each["kind"] not in CLUSTER_WIDE:
            each["metadata"]["namespace"] = namespace
    return found


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
    return {each["metadata"]["name"]: each for each in rendered(OVERLAYS / name) if each["kind"] == kind}
