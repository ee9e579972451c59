"""Generated names as the recorded histories write them: `~1`, `~2`, … in the order of creation."""

from __future__ import annotations

import re
from collections import Counter

from scheduler_core.apiserver.server import ApiServer
from scheduler_core.objects.manifest import find, text

_KINDS = ("ReplicaSet", "Job", "Pod", "ResourceClaim", "PodGroup")


class Names:
    """The names of generated objects, by (kind, name); `look` must be called after each write."""

    def __init__(self) -> None:
        self._shown: dict[tuple[str, str], str] = {}
        self._used: Counter[str] = Counter()
        self._named: set[tuple[str, str]] = set()
        self.uids: dict[str, str] = {}

    def look(self, api: ApiServer) -> None:
        """Names the objects that are new."""
        for kind in _KINDS:
            for key, stored in api.objects(kind).items():
                if (kind, key) in self._named:
                    continue
                self._named.add((kind, key))
                self.uids[stored.meta.uid] = f"<uid of {kind} {stored.meta.name}>"
                stem = self._stem(kind, stored.meta.name, stored)
                if stem is not None:
                    self._name(kind, stored.meta.name, stem)
                self.uids[stored.meta.uid] = f"<uid of {kind} {self.shown(kind, stored.meta.name)}>"

    def _stem(self, kind: str, name: str, stored: object) -> str | None:
        meta = stored.meta  # type: ignore[attr-defined]
        owner = meta.controller
        if owner is None or name == owner.name:
            return None
        if kind == "Pod" and owner.kind == "DaemonSet":
            return f"{owner.name}-~{self._node_of(stored)}"
        base = text(find(stored.manifest, "metadata", "generateName"))  # type: ignore[attr-defined]
        if kind == "Pod" and owner.kind == "StatefulSet":
            return None
        if kind == "ResourceClaim":
            base = base or name[: name.rindex("-") + 1]
        elif owner.kind == "Job" and kind == "Pod":
            index = re.fullmatch(rf"{re.escape(owner.name)}-(\d+)-[^-]+", name)
            base = f"{owner.name}-{index[1]}-" if index else f"{owner.name}-"
        else:
            base = f"{self.shown(owner.kind, owner.name)}-"
        return f"{base}~"

    @staticmethod
    def _node_of(stored: object) -> str:
        terms = find(
            stored.manifest,  # type: ignore[attr-defined]
            "spec",
            "affinity",
            "nodeAffinity",
            "requiredDuringSchedulingIgnoredDuringExecution",
            "nodeSelectorTerms",
        )
        return text(find(terms, 0, "matchFields", 0, "values", 0))

    def _name(self, kind: str, name: str, stem: str) -> None:
        self._used[f"{kind}/{stem}"] += 1
        number = self._used[f"{kind}/{stem}"]
        if stem.endswith("~"):
            self._shown[kind, name] = f"{stem}{number}"
        else:
            self._shown[kind, name] = stem if number == 1 else f"{stem}.{number}"

    def shown(self, kind: str, name: str) -> str:
        """The name as the histories write it."""
        return self._shown.get((kind, name), name)

    def in_text(self, words: str) -> str:
        """A text with the generated names and the uids in it replaced."""
        for name, shown in sorted(
            ((name, shown) for (_, name), shown in self._shown.items()), key=lambda pair: -len(pair[0])
        ):
            words = re.sub(rf"(?<![\w.-]){re.escape(name)}(?![\w-])", shown, words)
        for uid, shown in self.uids.items():
            words = words.replace(uid, shown)
        return words

    def actual(self, kind: str, shown: str) -> str:
        """The name of an object that a step names as the histories write it."""
        return next(
            (name for (of, name), as_written in self._shown.items() if of == kind and as_written == shown),
            shown,
        )
