"""A client of the Kubernetes API of one run, in the same process."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from playground import limits
from playground.console.output import LineError, Output
from playground.kubeapi import clocks
from playground.kubeapi.bodies import Body, read_body
from playground.kubeapi.reads import Changes, changes, perform
from playground.kubeapi.refusals import stopped
from playground.runs.services import Standing
from playground.runs.stepper import StopsError, wait_in_time
from playground.texts.manifests import words
from playground.texts.manifests.yaml_source import read as read_yaml
from playground.workers.kube_tasks import Reply, WatchEvents
from scheduler_core import ApiRequest, all_groups

DISCOVERY = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"
TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json"
MERGE = "application/merge-patch+json"
STRATEGIC = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"
APPLY = "application/apply-patch+yaml"


@dataclass(frozen=True, slots=True)
class Kind:
    """A resource type of the API's discovery."""

    kind: str
    plural: str
    group: str
    version: str
    namespaced: bool
    short: tuple[str, ...]
    categories: tuple[str, ...]
    verbs: tuple[str, ...]

    @property
    def api_version(self) -> str:
        return f"{self.group}/{self.version}" if self.group else self.version

    @property
    def qualified(self) -> str:
        """The name in kubectl's messages: `pod`, `deployment.apps`."""
        return f"{self.kind.lower()}.{self.group}" if self.group else self.kind.lower()

    def path(self, namespace: str = "", name: str = "", sub: str = "") -> str:
        root = f"/apis/{self.api_version}" if self.group else "/api/v1"
        place = f"/namespaces/{namespace}" if self.namespaced and namespace else ""
        return root + place + "/".join(["", self.plural, *([name] if name else []), *([sub] if sub else [])])


def kinds_of_all_releases() -> tuple[Kind, ...]:
    """All resource types that any release serves, in each of their versions."""
    return tuple(kind for group in all_groups() for kind in _kinds_of(group))


def _kinds_of(group: Mapping[str, Any]) -> Iterator[Kind]:
    """The resource types of an APIGroupDiscovery, those of its preferred version first."""
    for version in group["versions"]:
        for resource in version["resources"]:
            yield Kind(
                resource["responseKind"]["kind"],
                resource["resource"],
                group["metadata"]["name"],
                version["version"],
                resource["scope"] == "Namespaced",
                tuple(resource.get("shortNames", ())),
                tuple(resource.get("categories", ())),
                tuple(resource["verbs"]),
            )


@dataclass
class Api:
    """`step` is the board's step while it shows the past; then nothing can be changed."""

    standing: Standing
    may_write: bool
    namespace: str = "default"
    step: int | None = None
    warnings: list[str] = field(default_factory=list)
    changed: bool = False
    _served: tuple[Kind, ...] = ()

    def served(self) -> tuple[Kind, ...]:
        """All resource types that the run's release serves, in each of their versions."""
        if not self._served:
            lists = [self.must("GET", root, accept=DISCOVERY)["items"] for root in ("/api", "/apis")]
            self._served = tuple(kind for groups in lists for group in groups for kind in _kinds_of(group))
        return self._served

    def kinds(self) -> tuple[Kind, ...]:
        """All resource types, in their preferred versions."""
        preferred: dict[tuple[str, str], Kind] = {}
        for kind in self.served():
            preferred.setdefault((kind.group, kind.kind), kind)
        return tuple(preferred.values())

    def kind_named(self, name: str) -> Kind:
        """Finds a kind by its plural, singular or short name, alone or as in `deployments.apps`."""
        plain, _, group = name.lower().partition(".")
        group = group.removeprefix("v1.")
        for kind in self.kinds():
            if plain in (kind.plural, kind.kind.lower(), *kind.short) and (not group or kind.group == group):
                return kind
        raise LineError(f'error: the server doesn\'t have a resource type "{name[:80]}"')

    def call(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        query: Mapping[str, str] | None = None,
        content_type: str = "application/json",
        accept: str = "application/json",
        waits: bool = False,
    ) -> tuple[int, Any]:
        """The HTTP status and the JSON of the answer."""
        request = ApiRequest(
            method,
            path,
            dict(query or {}),
            accept,
            content_type,
            body,
            agent="kubectl/v1.36.2 (podium console)",
        )
        try:
            reply: Reply = wait_in_time(
                lambda: perform(self.standing, request, may_write=self.may_write, step=self.step, waits=waits)
            )
        except StopsError as error:
            reply = stopped(error)
        self.warnings += reply.warnings
        self.changed = self.changed or (method != "GET" and reply.code < 400)
        return reply.code, json.loads(reply.body) if reply.media_type.startswith("application/json") else None

    def must(self, method: str, path: str, body: Any = None, **more: Any) -> Any:
        """The answer; a refusal ends the command with kubectl's message."""
        code, answer = self.call(method, path, body, **more)
        if code >= 400:
            raise LineError(refusal_text(code, answer))
        return answer

    def changes(self, path: str, query: Mapping[str, str], accept: str, since: str) -> WatchEvents:
        """The events of a watch since a resourceVersion."""
        request = ApiRequest("GET", path, dict(query), accept, agent="kubectl/v1.36.2 (podium console)")
        may_write, standing = self.may_write, self.standing

        async def ask() -> Changes | Reply:
            if may_write:
                clocks.keep_running(standing.run)
            return await changes(standing, request, since=since)

        try:
            answer = wait_in_time(ask)
        except StopsError as error:
            answer = stopped(error)
        if isinstance(answer, Reply):
            raise LineError(refusal_text(answer.code, json.loads(answer.body)))
        assert answer.events is not None  # only an answer without `since` has no events
        return answer.events

    def tell(self, output: Output) -> None:
        output.tell(self.warnings)
        self.warnings.clear()


def refusal_text(code: int, answer: Any) -> str:
    """A Status in kubectl's words."""
    if not isinstance(answer, dict):
        return "error: the server could not find the requested resource"
    details = answer.get("details") or {}
    causes = [cause for cause in details.get("causes", ()) if cause.get("field")]
    if code == 422 and details.get("kind") and causes:
        lines = [f"{cause['field']}: {cause['message']}" for cause in causes]
        head = f'The {details["kind"]} "{details.get("name", "")}" is invalid: '
        return head + (lines[0] if len(lines) == 1 else "\n".join(["", *(f"* {line}" for line in lines)]))
    reason = answer.get("reason")
    if reason == "Conflict" and any(cause.get("reason") == "FieldManagerConflict" for cause in causes):
        return (
            f"error: {answer['message']}\nPlease review the fields above--they currently have other "
            "managers. Apply with --force-conflicts to take them."
        )
    named = f" ({reason})" if reason else ""
    return f"Error from server{named}: {answer.get('message', '')}"


def documents_of(text: str) -> list[dict[str, Any]]:
    """The objects of a text in YAML or JSON; a List is replaced by its items."""
    if not text.strip():
        raise LineError("error: no objects passed to apply")
    source = read_yaml(text.encode("utf-8", "replace"), max_expanded=limits.INPUT_EXPANDED)
    if source.problems:
        problem = source.problems[0]
        line = f" line {problem.position.line}" if problem.position else ""
        path = f" {problem.path}:" if problem.path else ""
        raise LineError(f"error: error parsing STDIN:{line}:{path} {words.say(problem.code, problem.args)}")
    documents: list[dict[str, Any]] = []
    for document in source.documents:
        value = document.value
        if not isinstance(value, dict):
            continue
        listed = value.get("items")
        many = str(value.get("kind", "")).endswith("List") and isinstance(listed, list)
        documents += [inner for inner in (listed if many else [value]) if isinstance(inner, dict)]  # type: ignore[union-attr]
    if not documents:
        raise LineError("error: no objects passed to apply")
    return documents


def kind_of(api: Api, document: Mapping[str, Any]) -> Kind:
    """The kind of an object."""
    version, kind = str(document.get("apiVersion", "")), str(document.get("kind", ""))
    if not version or not kind:
        missing = "apiVersion" if not version else "Kind"
        raise LineError(f'error: error validating "STDIN": error validating data: {missing} not set')
    for row in api.served():
        if (row.api_version, row.kind) == (version, kind):
            return row
    raise LineError(
        f'error: resource mapping not found for name: "{name_of(document)}" namespace: "" from "STDIN": '
        f'no matches for kind "{kind[:80]}" in version "{version[:80]}"'
    )


def name_of(document: Mapping[str, Any]) -> str:
    metadata = document.get("metadata")
    return str(metadata.get("name", "")) if isinstance(metadata, dict) else ""


def patch_of(text: str) -> Any:
    """The value of `kubectl patch -p`, in JSON or YAML."""
    body = read_body(text.encode(), "application/yaml")
    if not isinstance(body, Body):
        raise LineError(f'error: unable to parse "{text[:80]}": {body.text}')
    return body.value


def query(**args: str | None) -> dict[str, str]:
    return {name: value for name, value in args.items() if value}
