"""The Events of pasted texts: each on its own, the newest first, whatever printed them."""

import json
import time

import pytest

from scheduler_core.queries.event_texts.event_lines import MOST_EVENTS, EventText, read_events

DESCRIBED = """\
Name:             api-5c9f-x7
Namespace:        shop
Status:           Pending
    State:          Waiting
      Reason:       CrashLoopBackOff
    Last State:     Terminated
      Reason:       OOMKilled
      Exit Code:    137
Events:
  Type     Reason            Age                  From               Message
  ----     ------            ----                 ----               -------
  Normal   Scheduled         41m                  default-scheduler  Successfully assigned shop/api to n1
  Warning  FailedScheduling  9m (x3 over 44m)     default-scheduler  0/4 nodes are available: 4 Too many pods. \
preemption: 0/4 nodes are available: 4 No preemption victims found for incoming pod..
  Normal   Pulled            3m                   kubelet            spec.containers{api}: Container image \
"e/api:2" already present on machine
  Warning  Unhealthy         30s (x40 over 12m)   kubelet            Readiness probe failed: HTTP probe failed \
with statuscode: 503
"""
DRAIN = """\
node/n3 cordoned
Warning: ignoring DaemonSet-managed Pods: kube-system/proxy-9x
evicting pod shop/api-0
error when evicting pods/"api-0" -n "shop" (will retry after 5s): Cannot evict pod as it would violate the \
pod's disruption budget.
error when evicting pods/"db-0" -n "shop" (will retry after 5s): This pod has more than one \
PodDisruptionBudget, which the eviction subresource does not support.
"""
LISTED = """\
NAMESPACE   LAST SEEN   TYPE      REASON              OBJECT       MESSAGE
shop        12m         Normal    NotTriggerScaleUp   pod/api-0    pod didn't trigger scale-up: 2 max node group \
size reached, 1 Insufficient memory
shop        2m          Normal    Nominated           pod/api-1    Pod should schedule on: nodeclaim/pool-q7
"""


def parts_of(event: EventText) -> list[str]:
    """What each part is taken for: plugin or component and reason, `?` for what is not known."""
    texts = [(part.catalogue_text, part) for part in event.apart.parts]
    return [f"{text.plugin or text.component} {text.event}".strip() if text else "?" for text, _ in texts]


def rows(text: str) -> list[tuple[str, list[str]]]:
    return [(event.seen, parts_of(event)) for event in read_events(text).events]


def test_a_description_is_read_from_its_events_and_states_the_newest_event_first() -> None:
    expected = [
        ("30s (x40 over 12m)", ["kubelet Unhealthy"]),
        ("3m", ["kubelet Pulled"]),
        ("9m (x3 over 44m)", ["NodeResourcesFit", "DefaultPreemption"]),
        ("41m", ["kube-scheduler Scheduled"]),
        ("", ["kubelet CrashLoopBackOff"]),
        ("", ["kubelet OOMKilled"]),
    ]

    assert expected == rows(DESCRIBED)
    assert {"api-5c9f-x7"} == {event.object for event in read_events(DESCRIBED).events}


def test_two_events_below_each_other_are_two() -> None:
    text = "\n".join(
        f"Warning  FailedScheduling  {age}m  default-scheduler  0/{age} nodes are available: {age} Too many pods"
        for age in (7, 4)
    )
    alone = "\n".join(f"0/{nodes} nodes are available: {nodes} Insufficient cpu." for nodes in (3, 5))

    assert [4, 7] == [event.apart.nodes for event in read_events(text).events]
    assert [[3], [5]] == [[part.nodes for part in event.apart.parts] for event in read_events(alone).events]


def test_a_message_that_the_terminal_broke_is_one() -> None:
    text = (
        "0/6 nodes are available: 2 node(s) had untolerated taint\n{dedicated: gpu}, 4 Insufficient\ncpu.\n"
        "preemption: 0/6 nodes are available: 6 No preemption victims found for incoming pod.\n"
        "MountVolume.SetUp failed for volume"
    )

    assert [["TaintToleration", "NodeResourcesFit", "DefaultPreemption"], ["?"]] == [
        item for _, item in rows(text)
    ]


def test_lines_of_a_drain_are_read_with_the_refusal_inside() -> None:
    expected = [
        ["kubectl drain"],
        ["kubectl drain"],
        ["kubectl drain"],
        ["kubectl drain", "kube-apiserver EvictionBlocked"],
        ["kubectl drain", "kube-apiserver InternalError"],
    ]

    assert expected == [item for _, item in rows(DRAIN)]


def test_autoscalers_of_nodes_count_groups_and_name_pools() -> None:
    expected = [
        ("2m", ["karpenter Nominated"]),
        ("12m", ["cluster-autoscaler NotTriggerScaleUp"] * 2 + ["NodeResourcesFit"]),
    ]
    pools = (
        'Failed to schedule pod, incompatible with nodepool "a", daemonset overhead={"cpu":"1"}, did not tolerate '
        'taint (taint=team=b:NoSchedule); all available instance types exceed limits for nodepool: "b"'
    )
    (event,) = read_events(pools).events

    assert expected == rows(LISTED)
    assert [2, 1] == [part.nodes for part in read_events(LISTED).events[1].apart.parts if part.groups]
    assert [
        "Failed to schedule pod, %(pools)s",
        "did not tolerate %(taint)s",
        "all available instance types exceed limits for nodepool%(nodepool)s",
    ] == [part.catalogue_text and part.catalogue_text.template for part in event.apart.parts]


@pytest.mark.parametrize("as_json", [True, False])
def test_events_as_objects_are_read_by_their_time(as_json: bool) -> None:
    events = [
        {
            "apiVersion": "v1",
            "kind": "Event",
            "involvedObject": {"kind": "Pod", "name": f"p{n}"},
            "lastTimestamp": f"2026-11-28T2{n}:00:00Z",
            "message": f"0/{n + 1} nodes are available: {n + 1} Insufficient cpu.",
            "reason": "FailedScheduling",
            "type": "Warning",
        }
        for n in (0, 2, 1)
    ]
    yaml = "apiVersion: v1\nitems:\n" + "".join(
        f"- kind: Event\n  involvedObject:\n    name: {event['involvedObject']['name']}\n"
        f'  lastTimestamp: "{event["lastTimestamp"]}"\n  message: \'{event["message"][:9]}\n    '
        f"{event['message'][9:].strip()}'\n  reason: {event['reason']}\n  type: {event['type']}\n"
        for event in events
    )
    read = read_events(json.dumps({"kind": "List", "items": events}) if as_json else yaml).events

    assert [(3, "FailedScheduling"), (2, "FailedScheduling"), (1, "FailedScheduling")] == [
        (event.apart.nodes, event.reason) for event in read
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('E0102 03:04:05 1 x.go:1] "Unable" pod="a/b" err="0/2 nodes are available: 2 Too many pods."', 2),
        (
            "$ kubectl describe pod x\n```\nWarning  A  1m  k  0/9 nodes are available: 9 Too many pods.\n```",
            9,
        ),
        ('[{"conditions": [{"message": "0/5 nodes are available: 5 Too many pods.", "reason": "X"}]}]', 5),
    ],
)
def test_logs_prompts_and_conditions_are_read(text: str, expected: int) -> None:
    assert [expected] == [event.apart.nodes for event in read_events(text).events]


def test_a_condition_of_a_node_that_is_not_as_it_should_be_is_read() -> None:
    text = (
        "Name:               n1\nConditions:\n"
        "  MemoryPressure   False   Sat, 28 Nov 2026 20:00:00 +0000   Sat, 28 Nov 2026   KubeletHasSufficientMemory"
        "   kubelet has sufficient memory available\n"
        "  Ready            Unknown Sat, 28 Nov 2026 20:00:00 +0000   Sat, 28 Nov 2026   NodeStatusUnknown   "
        "Kubelet stopped posting node status.\n"
    )

    assert [("", ["kube-controller-manager NodeStatusUnknown"])] == rows(text)


def test_equal_messages_are_one_with_their_number_and_the_rest_is_counted() -> None:
    row = "Warning  BackOff  {0}m  kubelet  Back-off restarting failed container\n"
    other = "".join(
        f"Normal  Created  {n + 1}h  kubelet  Created container c{n}\n" for n in range(MOST_EVENTS + 9)
    )
    read = read_events("".join(row.format(n) for n in (5, 1, 3)) + other)

    assert ("1m", 3, 10) == (read.events[0].seen, read.events[0].times, read.left_out)
    assert "≤ 1.26" == getattr(read.events[0].apart.parts[0].catalogue_text, "releases", "")


@pytest.mark.parametrize("text", ["", " \n\t\n", "Name: x\nLabels: a=b\nEvents: <none>\n", "{}", "[" * 90])
def test_a_text_without_events_has_none_or_says_so(text: str) -> None:
    assert all(parts_of(event) == ["?"] for event in read_events(text).events)


@pytest.mark.parametrize(
    "line",
    [
        "  Warning  FailedScheduling  3m (x7 over 29m)  default-scheduler  0/3 nodes are available: 1 Insufficient",
        "Ready True " + "   " * 600,
        "-" * 1900 + "x",
        'pods "x" is forbidden: exceeded quota: ' + ", requested: " * 70 + ", used: " * 70,
        'message="' * 200,
        "message: a",
        "words of nobody",
    ],
)
def test_the_time_grows_with_the_length_of_the_text(line: str) -> None:
    """A text with one line again and again, 100 kB. Quadratic work in a line or in the text takes minutes."""
    text = "kind: x\n" * line.startswith("message: ") + f"{line}\n" * (100_000 // len(line))
    began = time.process_time()
    read_events(text)

    assert 6 > time.process_time() - began
