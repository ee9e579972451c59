"""One object of a file: as its author wrote it, and with the API server's defaults."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from scheduler_core.apiserver.defaults.defaulting import Defaulted, with_defaults
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Json, Manifest, Read, mapping, text, with_value
from scheduler_core.objects.meta import ObjectMeta


@dataclass(frozen=True)
class SourceObject:
    """`manifest` is the author's text, without secrets; it alone decides what is stored and the digest.

    `defaulted` is what validation, the report and the API server read. It and `meta` are computed once, on
    first use.
    """

    kind: str
    manifest: Manifest

    api_version = Read(text, "apiVersion")
    metadata_manifest = Read(mapping, "metadata")
    spec_manifest = Read(mapping, "spec")
    status_manifest = Read(mapping, "status")

    @cached_property
    def meta(self) -> ObjectMeta:
        return ObjectMeta.parse(self.metadata_manifest, KINDS[self.kind].namespaced)

    @cached_property
    def defaulted(self) -> Defaulted:
        return with_defaults(self.kind, self.manifest)

    def with_value(self, path: Sequence[str], value: Json) -> SourceObject:
        """The object with `value` at `path`, a field on which no default depends: the defaults stay."""
        changed = SourceObject(self.kind, with_value(self.manifest, path, value))
        vars(changed)["defaulted"] = Defaulted(with_value(self.defaulted, path, value))
        return changed
