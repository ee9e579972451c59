"""Nothing that may be secret is left, wherever it stands."""

import json

import pytest

from playground.scenarios import redact, yaml_source

SECRET = "hunter2-very-secret"
B64 = "aHVudGVyMi12ZXJ5LXNlY3JldA=="


@pytest.mark.parametrize(
    ("text", "code", "path", "names"),
    [
        (f"kind: Secret\ndata: {{pw: {B64}}}\n", "dropped.secret_data", "data", ("pw",)),
        (f"kind: Secret\nstringData: {{pw: {SECRET}}}\n", "dropped.secret_data", "stringData", ("pw",)),
        (f"kind: ConfigMap\ndata: {{a: {SECRET}}}\n", "dropped.config_data", "data", ("a",)),
        (f"kind: ConfigMap\nbinaryData: {{a: {B64}}}\n", "dropped.config_data", "binaryData", ("a",)),
        (
            f"kind: List\nitems:\n- kind: Pod\n- kind: Secret\n  data: {{pw: {B64}}}\n",
            "dropped.secret_data",
            "items[1].data",
            ("pw",),
        ),
        (
            f"kind: SecretList\nitems:\n- data: {{pw: {B64}}}\n",
            "dropped.secret_data",
            "items[0].data",
            ("pw",),
        ),
        (
            "kind: Deployment\nspec: {template: {spec: {containers: [{env: [{name: A, value: "
            f"{SECRET}}}]}}]}}}}}}\n",
            "dropped.env_value",
            "spec.template.spec.containers[0].env",
            ("A",),
        ),
        (
            f"kind: Pod\nmetadata: {{annotations: {{{redact.LAST_APPLIED}: '{SECRET}'}}}}\n",
            "dropped.last_applied",
            "metadata.annotations",
            (redact.LAST_APPLIED,),
        ),
        (
            f"kind: Whatever\nspec: {{deep: [{{env: [{{name: X, value: {SECRET}}}]}}]}}\n",
            "dropped.env_value",
            "spec.deep[0].env",
            ("X",),
        ),
    ],
)
def test_what_may_be_secret_is_dropped_and_named(
    text: str, code: str, path: str, names: tuple[str, ...]
) -> None:
    document = yaml_source.read(text).documents[0].value

    cleaned, dropped = redact.clean(document)

    assert (redact.Dropped(code, path, names),) == dropped
    assert SECRET not in json.dumps(cleaned)
    assert B64 not in json.dumps(cleaned)
    assert (SECRET in json.dumps(document)) or (B64 in json.dumps(document)), "the argument is not changed"


def test_where_a_value_comes_from_is_kept() -> None:
    env = [{"name": "A", "valueFrom": {"secretKeyRef": {"name": "s", "key": "k"}}}, {"name": "B"}]
    pod = {"kind": "Pod", "spec": {"containers": [{"env": env}]}}

    cleaned, dropped = redact.clean(pod)

    assert (pod, ()) == (cleaned, dropped)
