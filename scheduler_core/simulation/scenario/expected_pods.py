"""The pods that will come in a scenario, as far as its file shows them."""

from __future__ import annotations

from collections.abc import Iterator

from scheduler_core.apiserver.defaults.defaulting import with_defaults
from scheduler_core.inputs.kubectl_inputs import Apply
from scheduler_core.objects import Pod
from scheduler_core.objects.kinds import KINDS
from scheduler_core.objects.manifest import Manifest, find, text
from scheduler_core.simulation.scenario.scenario import Scenario


def expected_pods(scenario: Scenario) -> Iterator[Pod]:
    """The pods that the script applies, and one pod of each pod template of start or script, with their
    defaults. The pods of the start state itself are not among them.

    What a controller, an admission plugin or a person does later is not foreseen. A document of the script
    that the API server will refuse counts as well.
    """
    for source in scenario.objects:
        if source.kind != "Pod":
            yield from _pods_of(source.kind, source.defaulted)
    for timed in scenario.inputs:
        for document in timed.input.documents if isinstance(timed.input, Apply) else ():
            kind = text(find(document, "kind"))
            if kind in KINDS:
                yield from _pods_of(kind, with_defaults(kind, document))


def _pods_of(kind: str, manifest: Manifest) -> Iterator[Pod]:
    """The pod of a Pod, or the pod that the template of a workload describes; none for other kinds."""
    if kind == "Pod":
        yield Pod.parse(manifest)
    elif KINDS[kind].has_template:
        template = find(manifest, "spec", "template")
        pod: Manifest = {"metadata": find(template, "metadata"), "spec": find(template, "spec")}
        yield Pod.parse(with_defaults("Pod", pod))
