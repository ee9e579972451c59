"""Questions about rights and identity, which are asked by creating an object: `kubectl auth can-i` and
`whoami`.
"""

from __future__ import annotations

from scheduler_core.objects.manifest import Json, Manifest, find, mapping, text
from scheduler_core.rest.resources import READ, Resource
from scheduler_core.rest.status import Response

WRITER, READER = "podium:owner", "system:anonymous"
_READS = frozenset(READ)
_BASIC: dict[str, Json] = {
    "verbs": ["create"],
    "apiGroups": ["authorization.k8s.io"],
    "resources": ["selfsubjectaccessreviews", "selfsubjectrulesreviews"],
}
"""The rights of every user: the ClusterRole system:basic-user."""


def user_of(may_write: bool) -> str:
    return WRITER if may_write else READER


def review(row: Resource, body: Manifest, *, may_write: bool, acts_as: str = "") -> Response:
    """201 with the body and the review's status. An impersonated user has no role, and so no rights."""
    status: dict[str, Json]
    if row.kind == "SelfSubjectReview":
        groups: list[Json] = ["system:authenticated" if may_write else "system:unauthenticated"]
        status = {"userInfo": {"username": acts_as or user_of(may_write), "groups": groups}}
    elif row.kind == "SelfSubjectRulesReview":
        verbs: list[Json] = ["*"] if may_write else list(READ)
        every: list[Json] = ["*"]
        rule: dict[str, Json] = {"verbs": verbs, "apiGroups": every, "resources": every}
        rule = _BASIC if acts_as else rule
        status = {"resourceRules": [rule], "nonResourceRules": [], "incomplete": False}
    else:
        spec = mapping(body.get("spec"))
        verb = text(find(spec, "resourceAttributes", "verb")) or text(
            find(spec, "nonResourceAttributes", "verb")
        )
        status = {"allowed": not acts_as and (may_write or verb in _READS)}
        if not status["allowed"] and not acts_as:
            status["reason"] = "the kubeconfig of this run's page carries the right to change it"
    named: dict[str, Json] = {"apiVersion": row.api_version, "kind": row.kind, "metadata": {}}
    return Response(201, {**named, **body, "status": status})
