"""Verbs about nodes: cordon, uncordon, taint, drain."""

from __future__ import annotations

from typing import Any

from playground.console.api import STRATEGIC, Api
from playground.console.line import Arguments
from playground.console.output import LineError, Link, Output
from playground.console.targets import Target, chosen, listed, target

EFFECTS = ("NoSchedule", "PreferNoSchedule", "NoExecute")


def _places(api: Api, args: Arguments) -> list[Target]:
    """The nodes that a command names, or those of its selector."""
    node = api.kind_named("node")
    names = [word.removeprefix("node/") for word in args.words]
    if not names and args.text("selector"):
        return list(listed(api, Target(node), args))
    if not names:
        raise LineError("error: USAGE: NODE [flags]")
    return [target(api, node, name) for name in names]


def _node(name: str) -> Link:
    return Link(f"node/{name}", "node", name)


def cordon(api: Api, args: Arguments, text: str, output: Output) -> None:
    for place in _places(api, args):
        _cordoned(api, place, output, unschedulable=True)


def uncordon(api: Api, args: Arguments, text: str, output: Output) -> None:
    for place in _places(api, args):
        _cordoned(api, place, output, unschedulable=False)


def _cordoned(api: Api, place: Target, output: Output, *, unschedulable: bool) -> None:
    word = "cordoned" if unschedulable else "uncordoned"
    node = api.must("GET", place.path)
    if bool(node["spec"].get("unschedulable")) == unschedulable:
        output.say(_node(place.name), f" already {word}")
        return
    body = {"spec": {"unschedulable": True if unschedulable else None}}
    api.must("PATCH", place.path, body, content_type=STRATEGIC)
    output.say(_node(place.name), f" {word}")


def taint(api: Api, args: Arguments, text: str, output: Output) -> None:
    marks = [word for word in args.words if ":" in word or "=" in word or word.endswith("-")]
    places = chosen(api, args, [word for word in args.words if word not in marks], text)
    if not marks:
        raise LineError("error: at least one taint update is required")
    if other := next((place.kind.plural for place in places if place.kind.kind != "Node"), ""):
        raise LineError(f'error: invalid resource type {other}, only ["node" "nodes"] are supported')
    for place in places:
        changed = list(api.must("GET", place.path)["spec"].get("taints") or ())
        for mark in marks:
            changed = _with_mark(changed, mark, overwrite=args.on("overwrite"), node=place.name)
        api.must("PATCH", place.path, {"spec": {"taints": changed or None}}, content_type=STRATEGIC)
        word = "untainted" if all(mark.endswith("-") for mark in marks) else "tainted"
        output.say(_node(place.name), f" {word}")


def _with_mark(taints: list[Any], mark: str, *, overwrite: bool, node: str) -> list[Any]:
    """The taints after one `key=value:effect` is set, or `key-` removed."""
    if mark.endswith("-"):
        key, _, effect = mark[:-1].partition(":")
        key = key.partition("=")[0]
        remaining = [row for row in taints if row["key"] != key or (effect and row["effect"] != effect)]
        if len(remaining) == len(taints):
            raise LineError(f'error: taint "{mark[:-1]}" not found')
        return remaining
    pair, _, effect = mark.rpartition(":")
    key, equals, value = pair.partition("=")
    if effect not in EFFECTS or not key:
        raise LineError(f"error: invalid taint spec: {mark[:80]}, effect must be one of {', '.join(EFFECTS)}")
    same = [row for row in taints if (row["key"], row["effect"]) == (key, effect)]
    if same and not overwrite:
        raise LineError(
            f"error: node {node} already has {key} taint(s) with same effect(s) and --overwrite is false"
        )
    taint = {"key": key, "effect": effect, **({"value": value} if equals and value else {})}
    return [*(row for row in taints if row not in same), taint]


def drain(api: Api, args: Arguments, text: str, output: Output) -> None:
    """Evicts the pods of a node; the console repeats the command while some remain."""
    again = args.on("again")
    evicting = set(args.text("evicting").split(",")) if args.text("evicting") else set()
    waiting: list[str] = []
    remaining: set[str] = set()
    places = _places(api, args)
    for place in () if again else places:
        _cordoned(api, place, output, unschedulable=True)
    for place in places:
        selector = {"fieldSelector": f"spec.nodeName={place.name}"}
        pods = api.must("GET", "/api/v1/pods", query=selector)["items"]
        evictable, refusals, passed = _sorted_out(pods, args)
        if refusals:
            raise LineError(
                f'error: unable to drain node "{place.name}" due to error: {"; ".join(refusals)}, '
                "continuing command..."
            )
        if passed and not again:
            output.say(f"Warning: ignoring DaemonSet-managed Pods: {', '.join(passed)}")
        if args.text("dry-run", "none") != "none":
            continue
        left_here = _evicted(api, args, output, evictable, evicting)
        if left_here:
            waiting.append(place.name)
            remaining |= left_here
        else:
            output.say(_node(place.name), " drained")
    if waiting:
        flags = "".join(
            f" --{name}"
            for name in ("ignore-daemonsets", "delete-emptydir-data", "force", "disable-eviction")
            if args.on(name)
        )
        grace = f" --grace-period={args.whole('grace-period')}" if "grace-period" in args.flags else ""
        nodes = " ".join(waiting)
        output.next = f"drain {nodes}{flags}{grace} --again --evicting={','.join(sorted(remaining))}"


def _sorted_out(pods: list[Any], args: Arguments) -> tuple[list[Any], list[str], list[str]]:
    """The pods to evict, the reasons that forbid the drain, and the pods of DaemonSets, which stay."""
    evictable: list[Any] = []
    daemons: list[str] = []
    bare: list[str] = []
    local: list[str] = []
    for pod in pods:
        name = f"{pod['metadata']['namespace']}/{pod['metadata']['name']}"
        owner = next(
            (owner for owner in pod["metadata"].get("ownerReferences", ()) if owner.get("controller")), None
        )
        if "kubernetes.io/config.mirror" in pod["metadata"].get("annotations", {}):
            continue
        done = pod["status"].get("phase") in ("Succeeded", "Failed")
        if owner is not None and owner["kind"] == "DaemonSet" and not done:
            daemons.append(name)
            continue
        if owner is None and not done:
            bare.append(name)
        if any("emptyDir" in volume for volume in pod["spec"].get("volumes", ())) and not done:
            local.append(name)
        evictable.append(pod)
    refusals = []
    if daemons and not args.on("ignore-daemonsets"):
        refusals.append(
            f"cannot delete DaemonSet-managed Pods (use --ignore-daemonsets to ignore): {', '.join(daemons)}"
        )
    if local and not args.on("delete-emptydir-data"):
        refusals.append(
            "cannot delete Pods with local storage (use --delete-emptydir-data to override): "
            + ", ".join(local)
        )
    if bare and not args.on("force"):
        refusals.append(
            f"cannot delete Pods that declare no controller (use --force to override): {', '.join(bare)}"
        )
    return evictable, refusals, daemons


def _evicted(api: Api, args: Arguments, output: Output, pods: list[Any], uids: set[str]) -> set[str]:
    """The keys and uids of the pods that still exist."""
    remaining = {
        f"{pod['metadata']['namespace']}/{pod['metadata']['name']}": pod["metadata"]["uid"] for pod in pods
    }
    requested = set(uids)
    for key in [key for key in remaining if key not in requested]:
        namespace, _, name = key.partition("/")
        if _evict(api, args, output, namespace, name):
            requested.add(key)
    for key, uid in list(remaining.items()):
        namespace, _, name = key.partition("/")
        code, answer = api.call("GET", target_path(api, namespace, name), waits=True)
        if code == 404 or (code == 200 and answer["metadata"]["uid"] != uid):
            output.say(Link(f"pod/{name}", "pod", key), " evicted")
            del remaining[key]
    return {key for key in remaining if key in requested} | ({"-"} if remaining else set())


def _evict(api: Api, args: Arguments, output: Output, namespace: str, name: str) -> bool:
    """Whether the pod is terminating; a disruption budget may block its eviction."""
    options: dict[str, Any] = {}
    if args.whole("grace-period") is not None and (args.whole("grace-period") or 0) >= 0:
        options["gracePeriodSeconds"] = args.whole("grace-period")
    path = target_path(api, namespace, name)
    if args.on("disable-eviction"):
        code, answer = api.call("DELETE", path, options)
    else:
        body = {
            "apiVersion": "policy/v1",
            "kind": "Eviction",
            "metadata": {"name": name, "namespace": namespace},
        }
        code, answer = api.call("POST", f"{path}/eviction", {**body, "deleteOptions": options})
    if code == 429:
        if not args.on("again"):
            output.say(
                f'error when evicting pods/"{name}" -n "{namespace}" (will retry): {answer["message"]}'
            )
        return False
    if code >= 400 and code != 404:
        raise LineError(f'error when evicting pods/"{name}" -n "{namespace}": {answer["message"]}')
    if code != 404:
        output.say("evicting pod ", Link(f"{namespace}/{name}", "pod", f"{namespace}/{name}"))
    return True


def target_path(api: Api, namespace: str, name: str) -> str:
    return api.kind_named("pod").path(namespace, name)
