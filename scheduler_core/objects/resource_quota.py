"""ResourceQuota: how much a namespace may use of each resource."""

from __future__ import annotations

from dataclasses import dataclass

from scheduler_core.objects.manifest import Manifest, Read, find, items, mapping, strings, text
from scheduler_core.objects.meta import ApiObject, ObjectMeta
from scheduler_core.objects.resources import ResourceList, parse_resource_list


@dataclass(frozen=True, slots=True)
class QuotaScope:
    """A scope that limits which pods count: `Terminating`, `BestEffort`, `PriorityClass` … `operator` is
    Exists for a scope of spec.scopes.
    """

    name: str
    operator: str = "Exists"
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class ResourceQuota(ApiObject):
    """v1.ResourceQuota. `hard` are the limits of the spec, `used` is what the status says."""

    manifest: Manifest
    meta: ObjectMeta
    hard: ResourceList
    used: ResourceList
    scopes: tuple[QuotaScope, ...]

    hard_manifest = Read(mapping, "spec", "hard")

    @staticmethod
    def parse(manifest: Manifest) -> ResourceQuota:
        named = strings(find(manifest, "spec", "scopes"))
        selected = items(find(manifest, "spec", "scopeSelector", "matchExpressions"))
        return ResourceQuota(
            manifest,
            ObjectMeta.parse(manifest.get("metadata"), namespaced=True),
            parse_resource_list(find(manifest, "spec", "hard")),
            parse_resource_list(find(manifest, "status", "used")),
            (
                *(QuotaScope(name) for name in named),
                *(
                    QuotaScope(
                        text(find(entry, "scopeName")),
                        text(find(entry, "operator")),
                        strings(find(entry, "values")),
                    )
                    for entry in selected
                ),
            ),
        )
