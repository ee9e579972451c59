"""Lists and objects as tables: `Accept: application/json;as=Table;v=v1;g=meta.k8s.io`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from scheduler_core.kubectl.printing.others import columns_of
from scheduler_core.kubectl.printing.pods import row_conditions
from scheduler_core.objects.manifest import Json, Manifest, mapping
from scheduler_core.rest.requests import Request
from scheduler_core.rest.resources import Resource

_VERSIONS = ("v1", "v1beta1")


def table_version(accept: str) -> str:
    """The version of the Table that a client prefers; "" when it wants the objects themselves."""
    for part in accept.split(","):
        settings = dict(
            setting.strip().partition("=")[::2] for setting in part.split(";")[1:] if "=" in setting
        )
        if settings.get("as") == "Table" and settings.get("v") in _VERSIONS:
            return settings["v"]
        if not settings.get("as"):
            return ""
    return ""


def wants_metadata(accept: str) -> bool:
    """Whether a client wants the metadata alone (`PartialObjectMetadata`)."""
    return accept.strip().partition(",")[0].replace(" ", "").find("as=PartialObjectMetadata") >= 0


def table(
    request: Request,
    row: Resource,
    manifests: Iterable[Manifest],
    metadata: Mapping[str, Json],
    now: int,
    *,
    defined: bool = True,
) -> dict[str, Json]:
    """The Table of objects, in the version that the client prefers; `now` is in epoch milliseconds. Without
    `defined` the columns are left out.
    """
    version, include = table_version(request.accept), request.query.get("includeObject", "")
    columns = columns_of(row.kind)
    rows: list[Json] = []
    for manifest in manifests:
        row_json: dict[str, Json] = {"cells": [column.cell(manifest, now) for column in columns]}
        conditions = row_conditions(manifest) if row.kind == "Pod" else []
        if conditions:
            row_json["conditions"] = conditions
        if include == "Object":
            row_json["object"] = manifest
        elif include != "None":
            row_json["object"] = partial(manifest, version)
        rows.append(row_json)
    return {
        "kind": "Table",
        "apiVersion": f"meta.k8s.io/{version}",
        "metadata": metadata,
        "columnDefinitions": [column.definition() for column in columns] if defined else [],
        "rows": rows,
    }


def partial(manifest: Manifest, version: str = "v1") -> dict[str, Json]:
    return {
        "kind": "PartialObjectMetadata",
        "apiVersion": f"meta.k8s.io/{version}",
        "metadata": mapping(manifest.get("metadata")),
    }
