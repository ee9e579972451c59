"""What a person can do to a node and to a zone of nodes, and podium's own faults of its machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from scheduler_core.engine.world import World
from scheduler_core.inputs.endpoints import API_SERVER, node_endpoint
from scheduler_core.inputs.fault_inputs import FENCERS, MAX_CLOCK_SECONDS, MAX_DELAY_SECONDS
from scheduler_core.inputs.kubectl_inputs import RemoveTaint
from scheduler_core.inputs.parse import TimedInput, parse_input
from scheduler_core.inputs.reader import TAINT_EFFECTS
from scheduler_core.inputs.untimed import Untimed
from scheduler_core.objects.manifest import Json
from scheduler_core.objects.node import Node
from scheduler_core.queries.possible_faults import node_faults
from scheduler_core.queries.verbs.kubectl_line import kubectl_line
from scheduler_core.queries.verbs.verb import Field, Verb, choice, flag, number, text, verb

MOST_OF_A_ZONE = 24
"""Verbs of a zone give one input for each node; larger zones have none."""
_KUBERNETES = "node.kubernetes.io/"
_DELAY_SECONDS, _AHEAD_SECONDS = 5, 120
_DRAIN_LINE = (
    "--ignore-daemonsets={daemons} --delete-emptydir-data={data} --force={force} --grace-period={grace}"
)


def node_verbs(world: World, name: str) -> Iterator[Verb]:
    node = world.api.nodes.get(name)
    if node is not None:
        yield from _kubectl(node)
    for offer in node_faults(world, name) or ():
        if isinstance(offer, dict) and offer["ask"] != "drain":
            yield _fault(name, offer)


def zone_verbs(world: World, zone: str) -> Iterator[Verb]:
    nodes = [node for node in world.api.nodes.values() if node.drawn_zone == zone]
    if not nodes or len(nodes) > MOST_OF_A_ZONE:
        return
    of = f"-l {nodes[0].zone_label}={zone}"
    args: dict[str, Json] = {"name": zone}

    def on_nodes(kind: str, **more: Json) -> list[dict[str, Json]]:
        return [{"kind": kind, "node": node.name, **more} for node in nodes]

    def on_links(kind: str, **more: Json) -> list[dict[str, Json]]:
        return [{"kind": kind, "between": [node_endpoint(n.name), API_SERVER], **more} for n in nodes]

    yield verb("cordon", f"kubectl cordon {of}", on_nodes("cordon"), args=args)
    yield verb("uncordon", f"kubectl uncordon {of}", on_nodes("uncordon"), level="ok", args=args)
    flags: dict[str, Json] = {name: f"{{{field}}}" for name, field in _DRAIN.items()}
    line = f"kubectl drain {of} {_DRAIN_LINE}"
    yield verb("drain", line, on_nodes("drain", **flags, timeout=0), *_drain_fields(), args=args)
    for name, inputs, level in (
        ("zone_off", on_nodes("power", on=False), "bad"),
        ("zone_on", on_nodes("power", on=True), "ok"),
        ("zone_cut", on_links("cut", direction="both"), "bad"),
        ("zone_heal", on_links("heal"), "ok"),
    ):
        yield {**verb(name, "", inputs, level=level, args=args), "group": "machine"}


def _kubectl(node: Node) -> Iterator[Verb]:
    name = node.name
    turn = "uncordon" if node.unschedulable else "cordon"
    yield verb(turn, f"kubectl {turn} {name}", [{"kind": turn, "node": name}])
    flags: dict[str, Json] = {field: f"{{{placeholder}}}" for field, placeholder in _DRAIN.items()}
    drain: dict[str, Json] = {"kind": "drain", "node": name, **flags, "timeout": 0}
    yield verb("drain", f"kubectl drain {name} {_DRAIN_LINE}", [drain], *_drain_fields())
    taint: dict[str, Json] = {
        "kind": "taint",
        "node": name,
        "key": "{key}",
        "value": "{value}",
        "effect": "{effect}",
    }
    fields = (
        text("key", "dedicated"),
        text("value", "other", optional=True),
        choice("effect", TAINT_EFFECTS),
    )
    yield verb("taint", f"kubectl taint nodes {name} {{key}}={{value}}:{{effect}}", [taint], *fields)
    for own in node.taints:
        if not own.key.startswith(_KUBERNETES):
            less = RemoveTaint(name, own.key, own.effect)
            yield verb(
                "untaint", kubectl_line(less), [less.to_json()], args={"name": f"{own.key}:{own.effect}"}
            )


_DRAIN: Mapping[str, str] = {
    "ignoreDaemonSets": "daemons",
    "deleteEmptyDirData": "data",
    "force": "force",
    "gracePeriodSeconds": "grace",
}


def _drain_fields() -> Sequence[Field]:
    return (flag("daemons", True), flag("data", False), flag("force", False), number("grace", -1, -1, 3600))


def _fault(node: str, offer: Mapping[str, Json]) -> Verb:
    """An offer of `possible_faults` as a verb; what its form asks for becomes fields."""
    given, fields, danger = offer["input"], [], ""
    match offer["ask"]:
        case "delay":
            given = {"kind": "delay", "between": [node_endpoint(node), API_SERVER], "seconds": "{seconds}"}
            fields = [number("seconds", _DELAY_SECONDS, 0, MAX_DELAY_SECONDS)]
        case "clock":
            given = {"kind": "clock", "node": node, "seconds": "{seconds}"}
            fields = [number("seconds", _AHEAD_SECONDS, -MAX_CLOCK_SECONDS, MAX_CLOCK_SECONDS)]
        case "fence":
            given = {"kind": "fence", "node": node, "by": "{by}"}
            fields = [choice("by", FENCERS)]
        case "delete_node":
            target: dict[str, Json] = {"kind": "Node", "name": node}
            given = {"kind": "delete", "object": target, "gracePeriodSeconds": None, "force": False}
            danger = "delete_node"
    parsed = parse_input(given)
    untimed = parsed.input if isinstance(parsed, TimedInput) else parsed
    line = kubectl_line(untimed) if isinstance(untimed, Untimed) else ""
    return {
        **{name: offer[name] for name in ("id", "group", "level", "args")},
        "kubectl": line,
        "inputs": [given],
        "fields": list(fields),
        "danger": danger,
    }
