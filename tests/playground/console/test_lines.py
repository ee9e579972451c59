"""Lines of the console and what they print, one after the other on one run."""

from __future__ import annotations

import re

import pytest

from playground import limits
from playground.console.verbs.waits import status_of
from playground.runs.models import Run
from tests.playground.console.builders import owner_of, reader_of
from tests.playground.kubeapi.commands import BUDGET, DEPLOYMENT, WRONG

pytestmark = pytest.mark.django_db(transaction=True)

SETTLE = ""
CRON_JOB = """apiVersion: batch/v1
kind: CronJob
metadata: {name: nightly}
spec:
  schedule: "0 3 * * *"
  jobTemplate:
    spec: {template: {spec: {restartPolicy: Never, containers: [{name: c, image: busybox}]}}}
"""
#: Pairs of a line and what it prints somewhere; a text behind it is what `-f -` reads.
LINES: tuple[tuple[str, str] | tuple[str, str, str], ...] = (
    ("kubectl get nodes", "n1     Ready    <none>"),
    ("k get pods,nodes", "node/n1   Ready"),
    ("get pods -A -L app", "NAMESPACE   NAME   READY   STATUS    RESTARTS   AGE   APP"),
    ("get pod p1 -o yaml", "schedulerName: default-scheduler"),
    ("get pod p1 -o 'jsonpath={.spec.containers[0].image} {.status.phase}'", "example/app:1 Pending"),
    ("get pods -o 'custom-columns=N:.metadata.name' --no-headers", "p0"),
    ("get pods --sort-by=.metadata.name -o name", "pod/p0"),
    ("-n team get pods", "No resources found in team namespace."),
    ("describe pod p1", "QoS Class:        Burstable"),
    ("describe cm kube-root-ca.crt", "BinaryData\n===="),
    ("describe sa default", "Image pull secrets:  <none>"),
    ("describe ns kube-system", "No resource quota."),
    ("describe svc kubernetes", "Session Affinity:         None"),
    ("describe priorityclass system-node-critical", "PreemptionPolicy:  PreemptLowerPriority"),
    ("why pod/p1", "p1 is in the activeQ"),
    ("podium why p1 -o json", '"key": "default/p1"'),
    ("top nodes", "n1     0m           0%"),
    ("explain pod.spec.nodeName", "FIELD: nodeName <string>"),
    ("api-resources --api-group=apps", "deployments"),
    ("auth can-i delete pods", "yes"),
    ("auth whoami", "podium:owner"),
    ("apply -f -", "deployment.apps/web created", DEPLOYMENT),
    ("apply -f -", "deployment.apps/web unchanged", DEPLOYMENT),
    ("rollout status deployment/web", "Waiting for deployment"),
    (SETTLE, ""),
    ("rollout status deployment/web", "successfully rolled out"),
    ("diff -f -", "+  replicas: 4", DEPLOYMENT.replace("replicas: 3", "replicas: 4")),
    ("scale deployment/web --replicas=4", "deployment.apps/web scaled"),
    ("apply --server-side -f -", 'conflict with "kubectl" with subresource "scale"', DEPLOYMENT),
    ("label deployment web tier=front", "deployment.apps/web labeled"),
    ("label deployment web tier=back", "--overwrite is false"),
    ("annotate deployment web note=mine", "deployment.apps/web annotated"),
    ("set image deployment/web nginx=nginx:1.16.1", "image updated"),
    (SETTLE, ""),
    ("rollout history deployment/web", "2          <none>"),
    ("rollout undo deployment/web", "rolled back"),
    ("rollout pause deployment/web", "paused"),
    ("rollout resume deployment/web", "resumed"),
    ("rollout restart deployment/web", "restarted"),
    ("wait --for=condition=Available deployment/web", "condition met"),
    ("wait '--for=jsonpath={.spec.replicas}=4' deployment/web", "condition met"),
    ('patch deployment web -p \'{"spec":{"minReadySeconds":1}}\'', "patched"),
    ("expose deployment/web --port=80", "service/web exposed"),
    ("run box --image=busybox --restart=Never --requests=cpu=10m", "pod/box created"),
    ("create priorityclass high --value=1000", "priorityclass.scheduling.k8s.io/high created"),
    ("create namespace team", "namespace/team created"),
    ("create deployment other --image=nginx -n team", "deployment.apps/other created"),
    ("create job once --image=busybox", "job.batch/once created"),
    ("create -f -", 'unknown field "spec.containers[0].imgPullPol"', WRONG),
    ("apply -f -", "error parsing STDIN: line 1: a[0]: ", "a: &a [*a]"),
    ("run other --image=busybox --overrides=[1]", "error: Invalid JSON Patch"),
    (
        "set image node n1 a=b",
        "error: nodes/n1 the object is not a pod or does not have a pod template: *v1.Node",
    ),
    ("create configmap kept --from-literal=a=b", "configmap/kept created"),
    ("taint configmap kept a=b:NoSchedule", "error: invalid resource type configmaps, only"),
    ("rollout status configmap/kept", "error: no status viewer has been implemented for ConfigMap"),
    ("rollout pause configmap/kept", 'error: configmaps "kept" pausing is not supported'),
    ("rollout restart node n1", 'error: nodes "n1" restarting is not supported'),
    ("rollout history node n1", 'error: no history viewer has been implemented for "Node"'),
    ("rollout undo node n1", 'error: no rollbacker has been implemented for "Node"'),
    ("create -f -", "cronjob.batch/nightly created", CRON_JOB),
    ("set image cronjob/nightly c=busybox:1.37", "cronjob.batch/nightly image updated"),
    ("create -f -", "poddisruptionbudget.policy/web created", BUDGET),
    ("create configmap settings --from-literal=colour=blue", "configmap/settings created"),
    (
        "create secret generic key --from-literal=word=hidden",
        "podium keeps this Secret, but nothing acts upon it",
    ),
    ("get secrets", "key    Opaque   1"),
    ("taint nodes n2 key=value:NoSchedule", "node/n2 tainted"),
    ("taint nodes n2 key-", "node/n2 untainted"),
    ("cordon n2", "node/n2 cordoned"),
    ("uncordon n2", "node/n2 uncordoned"),
    ("drain n3", "cannot delete Pods that declare no controller"),
    ("delete pod box --grace-period=1", 'pod "box" deleted'),
    ("logs deployment/web", "the simulated containers write no logs"),
    ("get pods nothing", 'Error from server (NotFound): pods "nothing" not found'),
    ("get pods --field-selector foo=bar", "field label not supported: foo"),
    ("get foo", 'the server doesn\'t have a resource type "foo"'),
    ("get pods --foo", "unknown flag: --foo"),
    ("frobnicate", 'unknown command "frobnicate"'),
    ("get pods ; delete pods --all", "the console is no shell"),
    ("get 'pods", "no closing quotation"),
    ("get pods | rm", "behind | there may be grep"),
    ("apply -f web.yaml", "the console reads no files"),
    ("apply -f -", "error parsing STDIN", "a: ["),
    ("apply -f -", 'no matches for kind "Foo"', "{apiVersion: v1, kind: Foo, metadata: {name: a}}"),
    ("autoscale deployment web --max=3", "simulates no HorizontalPodAutoscaler"),
    ("use team", 'namespace "team"'),
    ("use nowhere", 'namespaces "nowhere" not found'),
    ("help", "Say why a pod is where it is"),
    ("scale --help", "--replicas=…"),
    ("delete deployment,service web", 'deployment.apps "web" deleted'),
    ("events", "Scaled up replica set"),
)


def test_each_line_prints_what_kubectl_prints(run: Run) -> None:
    me = owner_of(run)
    wrong = []
    for line, expected, *text in LINES:
        if line == SETTLE:
            me.settle()
            continue
        result = me.says(line, *text)
        if expected not in result:
            wrong.append((line, expected, result[-600:]))

    assert [] == wrong


def test_describe_shows_events_or_not_as_it_is_asked(run: Run) -> None:
    me = owner_of(run)
    lines = (
        "describe pods p0 p1",
        "describe pods p0 p1 --show-events",
        "describe pod p0 --show-events=false",
    )

    assert [2, 2, 0] == [me.says(line).count("Events:") for line in lines]


def test_a_command_that_waits_is_asked_again(run: Run) -> None:
    me = owner_of(run)
    me.play("apply -f -", DEPLOYMENT)
    first = me.play("wait --for=condition=Available deployment/web")
    me.settle()
    second = me.play(first["next"])
    me.play("run box --image=busybox")
    me.settle()
    gone = me.play("delete pod box")
    drained = me.play("drain n1 --force --ignore-daemonsets")
    me.settle()
    end = me.says(drained["next"])

    assert ([], ["deployment.apps/web condition met"]) == (first["lines"], second["lines"])
    assert "wait --for=delete --quiet pods/box -n default" == gone["next"]
    assert ["node/n1 drained", []] == [end.split("\n")[-1], me.play(gone["next"])["lines"]]


def test_a_drain_of_two_nodes_waits_for_the_pods_of_both(run: Run) -> None:
    me = owner_of(run)
    for number in (1, 2):
        overrides = f"{{spec: {{nodeName: n{number}}}}}"
        me.play(f"run box{number} --image=busybox --overrides='{overrides}'")
    me.settle()
    drained = me.play("drain n1 n2 --force --ignore-daemonsets")
    me.settle()
    end = me.says(drained["next"])

    assert drained["next"].startswith("drain n1 n2 --ignore-daemonsets --force --again")
    assert {"node/n1 drained", "node/n2 drained"} <= set(end.split("\n"))


def test_a_watch_goes_on_where_it_stood(run: Run) -> None:
    me = owner_of(run)
    first = me.play("get pods -w")
    nothing = me.play(first["next"])
    me.play("delete pod p1")
    then = me.says(nothing["next"])

    assert (7, []) == (len(first["lines"]), nothing["lines"])
    assert "p1" in then


def test_names_lead_to_the_board(run: Run) -> None:
    row = owner_of(run).play("get pods p1")["lines"][1]

    assert {"text": "p1", "pod": "default/p1"} == row[0]


def test_a_reader_reads_and_changes_nothing(run: Run) -> None:
    them = reader_of(run)
    refused = them.says("delete pod p1")

    assert "p1" in them.says("get pods")
    assert refused.startswith('Error from server (Forbidden): pods "p1" is forbidden')


def test_the_past_is_read_as_it_was_and_not_changed(run: Run) -> None:
    me = owner_of(run)
    me.settle()
    past = me.says("get pods p1 -o 'jsonpath={.spec.nodeName}'", at="0")
    now = me.says("get pods p1 -o 'jsonpath={.spec.nodeName}'")

    assert ("", "n") == (past, now[:1])
    assert "a step of the past can only be read" in me.says("delete pod p1", at="0")
    assert 404 == me.post("get pods", at="9999").status_code


def test_an_edited_object_comes_back_as_a_replacement(run: Run) -> None:
    me = owner_of(run)
    edit = me.play("edit pod p1")["edit"]
    same = me.says(edit["line"], edit["text"])
    changed = me.says(edit["line"], edit["text"].replace("  name: p1\n", "  labels: {a: b}\n  name: p1\n"))

    assert "Edit cancelled, no changes made." == same
    assert "pod/p1 edited" == changed
    assert {"text": "", "line": ""} == me.play("apply -f -")["edit"]


COMPLETIONS = (
    ("", "get"),
    ("ku", "kubectl"),
    ("kubectl descr", "describe"),
    ("get dep", "deployments"),
    ("get pods,no", "pods,nodes"),
    ("describe node n", "n1"),
    ("delete pod/", "pod/p1"),
    ("get pods -n d", "default"),
    ("get pods -o y", "yaml"),
    ("get pods --show-l", "--show-labels"),
    ("apply --dry-run=s", "--dry-run=server"),
    ("cordon n", "n1"),
    ("rollout re", "restart"),
    ("create dep", "deployment"),
    ("why pod/p", "pod/p1"),
    ("get pods | g", "grep"),
)


def test_tab_offers_what_could_stand_there(run: Run) -> None:
    them = reader_of(run)
    missing = [line for line, expected in COMPLETIONS if expected not in them.complete(line)]

    assert [] == missing


@pytest.mark.parametrize(("field", "limit"), [("line", limits.CONSOLE_LINE_CHARACTERS), ("namespace", 253)])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "This text may have at most {} characters."),
        ("id", "Teks ini boleh berisi paling banyak {} karakter."),
        ("zh-hans", "此文本最多可有 {} 个字符。"),
        ("uk", "Цей текст може мати щонайбільше {} символів."),
    ],
)
def test_a_line_or_namespace_that_is_too_long_is_refused_and_not_cut(
    run: Run, field: str, limit: int, language: str, sentence: str
) -> None:
    client, url = reader_of(run).client, f"/r/{run.pk}/console/complete"
    longest = client.get(url, {field: "x" * limit}, headers={"Accept-Language": language})
    too_long = client.get(url, {field: "x" * (limit + 1)}, headers={"Accept-Language": language})

    assert (200, 422) == (longest.status_code, too_long.status_code)
    assert sentence.format(limit) == re.sub(r"(?<=\d)[.,\s](?=\d)", "", too_long.json()["said"])


def test_a_command_in_a_namespace_that_is_too_long_is_refused(run: Run) -> None:
    assert [200, 422] == [reader_of(run).post("get pods", namespace="x" * n).status_code for n in (253, 254)]


def test_the_page_and_its_part_say_who_may_act(run: Run) -> None:
    mine = owner_of(run).client.get(f"/r/{run.pk}/console")
    part = reader_of(run).client.get(f"/r/{run.pk}/console", headers={"HX-Request": "true"})

    assert "Tab completes" in mine.content.decode()
    assert "fork it to get one of your own" in part.content.decode()
    assert "<html" not in part.content.decode()


def test_a_stateful_set_is_rolled_out_when_all_its_pods_are_new() -> None:
    spec = {"replicas": 3, "updateStrategy": {"type": "RollingUpdate", "rollingUpdate": {"partition": 1}}}
    status = {"readyReplicas": 3, "updatedReplicas": 1}
    value = {"metadata": {"name": "web"}, "spec": spec, "status": status}
    done = {**value, "status": {**status, "updatedReplicas": 2}}
    head = "Waiting for partitioned roll out to finish: "

    assert (f"{head}1 out of 2 new pods have been updated...", False) == status_of("StatefulSet", value)
    assert ("partitioned roll out complete: 2 new pods have been updated...", True) == status_of(
        "StatefulSet", done
    )
