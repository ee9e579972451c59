"""YAML in which numbers and flags can be turned."""

from __future__ import annotations

import re

from playground.inspector.turned import described, turned

TEXT = """metadata:
  labels:
    app.kubernetes.io/name: "7"
    note: <b>
spec:
  containers:
  - image: app:1
    resources:
      requests:
        cpu: "2"
  unschedulable: false
"""
CPU = "spec.containers[0].resources.requests.cpu"
FIELDS = [
    {"path": CPU, "value": "2", "type": "quantity", "turn": "2000m"},
    {"path": "spec.unschedulable", "value": False, "type": "flag", "turn": None},
    {"path": "spec.containers[0].image", "value": "app:1", "type": "text", "turn": None},
]


DESCRIBED = """Name:         p
Priority:     0
Labels:       app=web
              tier=<b>
Containers:
  app:
    Image:      app:1
    Requests:
      cpu:        2
Taints:       spot=true:NoSchedule
Allocatable:
  cpu:     4
Allocated resources:
  cpu                2 (50%)  0 (0%)
"""


def test_values_are_elements_with_their_paths() -> None:
    html = turned(TEXT, FIELDS)

    paths = ["spec.containers[0].image", CPU, "spec.unschedulable"]
    assert paths == re.findall(r'data-path="([^"]+)"', html)
    assert 'data-turn="2000m" data-now="2" data-token="&quot;2&quot;">&quot;2&quot;</b>' in html


def test_the_text_stays_as_it_was_and_is_escaped() -> None:
    html = turned(TEXT, FIELDS)
    plain = re.sub(r"<b class=.*?>|</b>", "", html)

    assert TEXT == plain.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace(
        "&#x27;", "'"
    )
    assert "&lt;b&gt;" in html


def test_a_text_without_fields_or_of_great_length_is_shown_as_it_is() -> None:
    assert "<b" not in turned(TEXT, ()) + turned(TEXT + "# " + "x" * 70_000, FIELDS)


def test_a_description_has_the_values_of_its_fields_as_elements_and_stays_the_same_text() -> None:
    values = {
        "spec.priority": 0,
        "metadata.labels.app": "web",
        "spec.containers[0].name": "app",
        "spec.containers[0].image": "app:1",
        CPU: "2",
        "spec.taints[0].key": "spot",
        "spec.taints[0].value": "true",
        "spec.taints[0].effect": "NoSchedule",
        "status.allocatable.cpu": "4",
        "status.capacity.cpu": "4",
    }
    fields = [{"path": path, "value": value, "type": "text", "turn": None} for path, value in values.items()]
    html = described(DESCRIBED, fields)
    shown = re.findall(r'data-path="([^"]+)"', html)
    plain = re.sub(r"<b class=.*?>|</b>", "", html)

    assert sorted(
        set(values) - {"spec.containers[0].name", "spec.taints[0].key", "status.capacity.cpu"}
    ) == sorted(shown)
    assert DESCRIBED == plain.replace("&lt;", "<").replace("&gt;", ">")
