"""The verb `top`: cpu and memory usage of nodes and pods."""

from __future__ import annotations

from typing import Any

from playground.console.api import Api
from playground.console.line import Arguments
from playground.console.output import LineError, Output, link
from playground.console.printers import Row, columns


def top(api: Api, args: Arguments, text: str, output: Output) -> None:
    what = args.words[0] if args.words else ""
    if what not in ("node", "nodes", "no", "pod", "pods", "po"):
        raise LineError("error: top needs `nodes` or `pods`")
    nodes = what.startswith("n")
    root = "/apis/metrics.k8s.io/v1beta1"
    place = "" if nodes or args.on("all-namespaces") else f"/namespaces/{api.namespace}"
    listed = api.must("GET", f"{root}{place}/{'nodes' if nodes else 'pods'}")["items"]
    rows: list[Row] = []
    heads = (
        ("NAME", "CPU(cores)", "CPU(%)", "MEMORY(bytes)", "MEMORY(%)")
        if nodes
        else ("NAME", "CPU(cores)", "MEMORY(bytes)")
    )
    rows.append([(head, head) for head in heads])
    sizes = (
        {node["metadata"]["name"]: node["status"].get("allocatable", {}) for node in _nodes(api)}
        if nodes
        else {}
    )
    for item in listed:
        name, namespace = item["metadata"]["name"], item["metadata"].get("namespace", "")
        used = [item["usage"]] if nodes else [container["usage"] for container in item["containers"]]
        cpu = sum(_milli(usage.get("cpu", "0")) for usage in used)
        memory = sum(_bytes(usage.get("memory", "0")) for usage in used)
        cells = [f"{cpu}m", f"{memory // 2**20}Mi"]
        if nodes:
            has = sizes.get(name, {})
            cells = [
                f"{cpu}m",
                _share(cpu, _milli(has.get("cpu", "0"))),
                cells[1],
                _share(memory, _bytes(has.get("memory", "0"))),
            ]
        row: Row = [(name, link("Node" if nodes else "Pod", namespace, name))]
        rows.append(row + [(cell, cell) for cell in cells])
    columns(output, rows)


def _nodes(api: Api) -> list[Any]:
    nodes: list[Any] = api.must("GET", "/api/v1/nodes")["items"]
    return nodes


def _share(used: int, has: int) -> str:
    return f"{used * 100 // has}%" if has else "<unknown>"


_UNITS = {"Ki": 2**10, "Mi": 2**20, "Gi": 2**30, "Ti": 2**40, "k": 10**3, "M": 10**6, "G": 10**9, "T": 10**12}


def _milli(quantity: str) -> int:
    if quantity.endswith("n"):
        return int(quantity[:-1]) // 10**6
    return int(quantity[:-1]) if quantity.endswith("m") else int(float(quantity) * 1000)


def _bytes(quantity: str) -> int:
    for unit, size in _UNITS.items():
        if quantity.endswith(unit):
            return int(float(quantity.removesuffix(unit)) * size)
    return int(float(quantity))
