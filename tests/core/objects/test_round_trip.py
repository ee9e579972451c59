"""An object goes in and out unchanged, whatever it carries."""

from __future__ import annotations

import copy

from hypothesis import given
from hypothesis import strategies as st

from scheduler_core.objects import KINDS, Json

_json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=12,
)
_type_names = st.sampled_from(
    ["metadata", "spec", "status", "containers", "labels", "taints", "affinity", "selector", "value", "name"]
)
_manifests = st.dictionaries(
    _type_names,
    st.dictionaries(_type_names | st.text(max_size=6), _json, max_size=5) | _json,
    max_size=6,
)


@given(manifest=_manifests)
def test_any_document_is_read_as_any_kind_without_an_error_and_kept_whole(manifest: dict[str, Json]) -> None:
    before = copy.deepcopy(manifest)

    kept = {kind: run_state.parse(manifest).manifest for kind, run_state in KINDS.items()}

    assert dict.fromkeys(KINDS, before) == kept


@given(manifest=_manifests, node=st.text(min_size=1, max_size=5))
def test_binding_a_pod_changes_its_node_name_and_nothing_else(manifest: dict[str, Json], node: str) -> None:
    from scheduler_core.objects import Pod

    pod = Pod.parse(manifest)
    before = copy.deepcopy(manifest)

    bound = pod.with_node(node)

    assert node == bound.node_name
    assert before == pod.manifest
    spec = manifest.get("spec")
    rest = {key: value for key, value in spec.items() if key != "nodeName"} if isinstance(spec, dict) else {}
    assert {**rest, "nodeName": node} == bound.manifest["spec"]
    others = {key: value for key, value in manifest.items() if key != "spec"}
    assert others == {key: value for key, value in bound.manifest.items() if key != "spec"}
