"""Reads a real cluster through its API server without changing anything.

It requests only kinds that the model knows, and never Secrets, ConfigMaps or ServiceAccounts."""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

import scheduler_core as core
from playground import limits
from playground.commandline import arguments
from playground.commandline.arguments import BadInputError
from playground.console.api import Kind, kinds_of_all_releases
from playground.texts.manifests import words
from playground.texts.manifests.texts import read_json
from scheduler_core import Problem

PAGE = 500
SECONDS = 30
#: Kinds that no simulated component acts on and whose data is private.
NEVER = frozenset(("Secret", "ConfigMap", "ServiceAccount"))


def add_cluster(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--context",
        metavar="NAME",
        help="read the cluster of this kubeconfig context, and change nothing there",
    )
    parser.add_argument("-n", "--namespace", metavar="NAMESPACE", help="of the cluster only this namespace")
    parser.add_argument("--kubeconfig", metavar="FILE", help="the kubeconfig, if it is not the usual one")


def add_source(parser: ArgumentParser) -> None:
    """Where the objects come from: files, else the cluster of a kubeconfig."""
    parser.add_argument(
        "-f",
        "--filename",
        metavar="FILE",
        action="append",
        default=[],
        help=f"{arguments.FILE_HELP}. Without it the cluster of the kubeconfig is read",
    )
    add_cluster(parser)


def manifests_of(context: str | None, namespace: str | None, kubeconfig: str | None) -> bytes:
    """A `v1/List` of the cluster's objects as JSON. Raises BadInputError when it cannot be read."""
    objects = list(_objects(_client(context, kubeconfig), namespace))
    text = json.dumps({"apiVersion": "v1", "kind": "List", "items": objects}).encode()
    if len(text) > limits.IMPORT_BYTES:
        raise BadInputError(
            f"the cluster's objects are {len(text)} bytes, the limit is {limits.IMPORT_BYTES}; "
            "--namespace reads less"
        )
    return text


def scenario_of(options: dict[str, Any]) -> core.Scenario:
    """That of the files that a command names, else that of a cluster."""
    if options["filename"]:
        return arguments.scenario_of({"files": [], **options})
    manifests = manifests_of(options["context"], options["namespace"], options["kubeconfig"])
    return arguments.scenario_from([("cluster", manifests)], options["seed"])


def read_kinds() -> list[Kind]:
    """The kinds to request."""
    return [
        kind
        for kind in kinds_of_all_releases()
        if {"create", "list"} <= set(kind.verbs) and kind.kind not in NEVER
    ]


def _client(context: str | None, kubeconfig: str | None) -> Any:
    try:
        from kubernetes import config
    except ImportError:
        raise BadInputError(
            "a cluster is read with Kubernetes' own Python client: pip install 'podium[cluster]'"
        ) from None
    try:
        return config.new_client_from_config(config_file=kubeconfig, context=context)
    except (config.ConfigException, OSError) as error:
        raise BadInputError(f"kubeconfig: {error}") from error


def _objects(api: Any, namespace: str | None) -> Iterator[dict[str, Any]]:
    from kubernetes.client import ApiException
    from urllib3.exceptions import HTTPError

    for kind in read_kinds():
        try:
            yield from _listed(api, kind, namespace)
        except ApiException as error:
            if error.status == 401:
                raise BadInputError("the cluster does not know this user: 401 Unauthorized") from error
            if error.status != 404:  # the cluster does not have this kind
                print(f"{kind.plural} are left out: {error.status} {error.reason}", file=sys.stderr)
        except HTTPError as error:
            raise BadInputError(f"the cluster does not answer: {error}") from error


def _listed(api: Any, kind: Kind, namespace: str | None) -> Iterator[dict[str, Any]]:
    """The objects of a kind, page by page; each gets its kind and apiVersion, which items of a list may
    lack."""
    from kubernetes.client import ApiException

    token = ""
    while True:
        query = [("limit", str(PAGE)), *([("continue", token)] if token else [])]
        request = api.param_serialize(
            "GET",
            kind.path(namespace or ""),
            query_params=query,
            header_params={"Accept": "application/json"},
            auth_settings=["BearerToken"],
        )
        response = api.call_api(*request, _request_timeout=SECONDS)
        data = response.read()
        if response.status >= 400:
            raise ApiException(status=response.status, reason=response.reason)
        answer = read_json(data)
        if isinstance(answer, Problem):
            raise BadInputError(f"the cluster's {kind.plural}: {words.say(answer.code, answer.args)}")
        for item in answer.get("items") or ():
            yield {"apiVersion": kind.api_version, "kind": kind.kind, **item}
        token = (answer.get("metadata") or {}).get("continue", "")
        if not token:
            return
