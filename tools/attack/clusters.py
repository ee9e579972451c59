"""Texts that cost a server much: clusters of any size, aliases within aliases, inputs that grow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tools.dump import dump, text_of

LARGE_NODES, LARGE_PODS = 4_500, 45_000


def text(nodes: int, pods: int, *, pending: int = 0, form: str = "json") -> str:
    """A dump of a cluster; every `pending`-th pod waits for a node, with 0 as `tools.dump` makes them."""
    made = dump(nodes, pods)
    if pending:
        waiting = (pod for pod in made["items"] if pod["kind"] == "Pod")
        for number, pod in enumerate(waiting):
            if number % pending == 0:
                pod["spec"].pop("nodeName", None)
                pod["status"] = {"phase": "Pending"}
    return text_of(made, form)


def large(folder: Path) -> str:
    """45 000 pods as YAML, made once in a folder."""
    kept = folder / f"podium-attack-{LARGE_PODS}.yaml"
    if not kept.exists():
        draft = kept.with_suffix(".draft")
        draft.write_text(text(LARGE_NODES, LARGE_PODS, form="yaml"))
        draft.rename(kept)
    return kept.read_text()


def nested_aliases() -> list[str]:
    """Texts of some 1.5 kB whose aliases stand for very much more."""
    clusters = []
    for width, depth in ((9, 9), (30, 4), (60, 3), (12, 5), (3, 14)):
        lines = ["a0: &a0 [x,y,z]"]
        lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * width)}]" for n in range(1, depth + 1)]
        clusters.append("\n".join(lines))
    for count in (40, 90):
        labels = "{" + ",".join(f"k{n}: v{n}" for n in range(count)) + "}"
        pods = "\n".join(f"  - {{<<: *pod, metadata: {{name: p{n}, labels: *l}}}}" for n in range(count))
        spec = "{containers: [{name: c, image: i, env: [" + ",".join(["{name: a, value: b}"] * count) + "]}]}"
        clusters.append(
            f"l: &l {labels}\npod: &pod {{apiVersion: v1, kind: Pod, spec: {spec}}}\n"
            f"apiVersion: v1\nkind: List\nitems:\n{pods}\n"
        )
    return clusters


def aliased_inputs(count: int) -> Iterator[str]:
    """Pods in texts of 30 kB, as one input takes them, whose aliases stand for some 1.5 MB."""
    values = ", ".join(f"v{n:03}-{'x' * 50}" for n in range(400))
    term = "{matchExpressions: [{key: example.com/k, operator: In, values: %s}]}"
    terms = ", ".join([term % f"&x [{values}]", *[term % "*x"] * 59])
    required = "requiredDuringSchedulingIgnoredDuringExecution"
    for number in range(count):
        spec = f"affinity: {{nodeAffinity: {{{required}: {{nodeSelectorTerms: [{terms}]}}}}}}"
        spec += ", containers: [{name: c, image: i}]"
        meta = f"metadata: {{name: m{number}}}"
        yield f"{{apiVersion: v1, kind: Pod, {meta}, spec: {{{spec}}}}}\n"
