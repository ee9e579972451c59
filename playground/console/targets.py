"""The objects that a command names: `pods`, `pod/web`, `deployments,services web`, `-l app=web`, `-f -`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from playground.console.api import Api, Kind, documents_of, kind_of, name_of, query
from playground.console.line import Arguments
from playground.console.output import LineError

MOST = 2_000
_REQUIRED = (
    'error: You must specify the type of resource to get. Use "kubectl api-resources" for a complete list.'
)


@dataclass(frozen=True, slots=True)
class Target:
    """A kind and a name; "" for all objects of the kind."""

    kind: Kind
    name: str = ""
    namespace: str = ""

    @property
    def path(self) -> str:
        return self.kind.path(self.namespace, self.name)

    @property
    def label(self) -> str:
        """The name in kubectl's messages: `deployment.apps/web`."""
        return f"{self.kind.qualified}/{self.name}"


def targets_of(api: Api, args: Arguments, words: Sequence[str]) -> list[Target]:
    """The objects that the words name, in the order of the words."""
    if not words:
        raise LineError(_REQUIRED)
    if any("/" in word for word in words):
        if not all(word.count("/") == 1 for word in words):
            raise LineError(
                "error: there is no need to specify a resource type as a separate argument when passing "
                "arguments in resource/name form"
            )
        pairs = [word.split("/") for word in words]
        return [target(api, api.kind_named(kind), name) for kind, name in pairs]
    chosen: list[Kind] = []
    for name in words[0].split(","):
        if name == "all":
            chosen += [row for row in api.kinds() if "all" in row.categories]
        else:
            chosen.append(api.kind_named(name))
    names = words[1:] or [""]
    everywhere = args.on("all-namespaces")
    return [
        Target(kind, name, "" if everywhere or not kind.namespaced else api.namespace)
        for kind in chosen
        for name in names
    ]


def target(api: Api, kind: Kind, name: str) -> Target:
    return Target(kind, name, api.namespace if kind.namespaced else "")


def chosen(api: Api, args: Arguments, words: Sequence[str], text: str) -> list[Target]:
    """The objects to change, each with its name: from `-f`, from names, or from a selector."""
    if args.all("filename"):
        return [of_document(api, document) for document in documents_of(text)]
    named = targets_of(api, args, words)
    selector = args.text("selector")
    if all(name.name for name in named) and not selector:
        return named
    if not selector and not args.on("all"):
        raise LineError("error: resource(s) were provided, but no name was specified")
    return [item for place in named for item in listed(api, place, args)]


def listed(api: Api, place: Target, args: Arguments) -> Iterator[Target]:
    """The objects of a kind that match the selectors."""
    selectors = query(
        labelSelector=args.text("selector"), fieldSelector=args.text("field-selector"), limit=str(MOST)
    )
    for item in api.must("GET", place.kind.path(place.namespace), query=selectors)["items"]:
        metadata = item["metadata"]
        yield Target(place.kind, metadata["name"], metadata.get("namespace", ""))


def of_document(api: Api, document: dict[str, Any]) -> Target:
    kind = kind_of(api, document)
    metadata = document.get("metadata")
    namespace = metadata.get("namespace") if isinstance(metadata, dict) else None
    return Target(kind, name_of(document), str(namespace or api.namespace) if kind.namespaced else "")


def only(api: Api, args: Arguments, words: Sequence[str]) -> Target:
    """The single object of a command."""
    targets = targets_of(api, args, words)
    if len(targets) != 1 or not targets[0].name:
        raise LineError("error: exactly one NAME is required")
    return targets[0]
