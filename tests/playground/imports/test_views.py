"""The import page: bad input gets a message with path, line and status 4xx; good input becomes a run."""

import gzip
import io
import json
import logging
import os
import re
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from django.db import connection, connections
from django.test import Client

from playground import limits
from playground.imports.jobs import Job
from playground.imports.models import ImportReport
from playground.runs import access
from playground.runs.models import Run, ScenarioRevision
from playground.texts.manifests.importer import Imported

pytestmark = pytest.mark.django_db(transaction=True)

NODE = """\
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: '4', memory: 8Gi, pods: '110'}}
"""


def pod_yaml(name: str = "p", body: str = "") -> str:
    return (
        f"apiVersion: v1\nkind: Pod\nmetadata:\n  name: {name}\nspec:\n{body}"
        "  containers:\n  - name: c\n    image: example/app:1\n"
    )


def owned(name: str, owner: str) -> str:
    return (
        f"apiVersion: apps/v1\nkind: ReplicaSet\nmetadata:\n  name: {name}\n  ownerReferences:\n"
        f"  - {{apiVersion: apps/v1, kind: ReplicaSet, name: {owner}, uid: uid-{owner}}}\n  uid: uid-{name}\n"
        "spec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n"
        "    spec: {containers: [{name: c, image: i}]}\n"
    )


BOMB = "a: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"{c}: &{c} [{','.join([f'*{p}'] * 9)}]\n" for p, c in zip("abcdefghi", "bcdefghij", strict=True)
)
BAD = {
    "broken YAML": ("kind: Pod\nmetadata:\n  name: p\n   labels: {}\n", 4, "", "Not valid YAML"),
    "a tab": ("kind: Pod\n\tmetadata: {}\n", 2, "", "tab"),
    "a duplicate key": (pod_yaml() + "kind: Pod\n", 9, "kind", "twice; the first one is on line 2"),
    "a duplicate key in JSON": ('{"kind": "Pod",\n"kind": "Pod"}', 2, "kind", "twice"),
    "a template": ("kind: Pod\n{{- if .Values.x }}\nmetadata: {}\n{{- end }}\n", 2, "", "template"),
    "a wrong type": (pod_yaml(body="  priority: high\n"), 6, "spec.priority", "high"),
    "a list that is none": (
        "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec:\n  containers: 5\n",
        5,
        "spec",
        "",
    ),
    "a negative quantity": (
        pod_yaml() + "    resources:\n      requests:\n        cpu: -5\n",
        11,
        "spec.containers[0].resources.requests",
        "",
    ),
    "an absurd quantity": (
        pod_yaml() + "    resources:\n      requests:\n        cpu: 12parsecs\n",
        11,
        "spec.containers[0].resources.requests",
        "",
    ),
    "an alias bomb": (BOMB, 6, "", "aliases"),
    "an unknown alias": ("a: *nobody\n", 1, "a", "nobody"),
    "deep nesting": ("a: " + "[" * 300, 1, "a[0]", "100 levels"),
    "two sources in one volume": (
        pod_yaml() + "  volumes:\n  - name: v\n    emptyDir: {}\n    hostPath: {path: /x}\n",
        12,
        "spec.volumes[0].hostPath",
        "may not specify more than 1 volume type",
    ),
    "cyclic owners": (owned("a", "b") + "---\n" + owned("b", "a"), 5, "metadata.ownerReferences", "circle"),
    "a name that is HTML": (pod_yaml("'<script>alert(1)</script>'"), 4, "metadata.name", ""),
    "nothing": ("# only a comment\n", 1, "", "The text is empty"),
    "too many objects": (
        '{"kind": "PodList", "items": [' + ",".join(["{}"] * 100_001) + "]}",
        1,
        "",
        "100000",
    ),
}


@pytest.mark.parametrize(("text", "line", "path", "words"), BAD.values(), ids=BAD.keys())
def test_bad_text_comes_back_with_its_place_and_makes_no_run(
    client: Client, text: str, line: int, path: str, words: str
) -> None:
    response = client.post("/import", {"text": text})

    assert 422 == response.status_code
    problem = response.context["problems"][0]
    assert line == problem["line"], problem
    assert problem["path"].startswith(path)
    assert words in problem["message"]
    page = response.content.decode()
    assert f'data-line="{line}"' in page
    assert "<script>alert" not in page
    assert 0 == Run.objects.count()
    if len(text) < 100_000:
        assert text.strip() in response.context["text"], "the text is not lost"


@pytest.mark.parametrize(("text", "line", "path", "words"), BAD.values(), ids=BAD.keys())
def test_the_editor_is_told_the_same(client: Client, text: str, line: int, path: str, words: str) -> None:
    if text.startswith("#"):
        return  # a comment is no mistake while one types; test below
    answer = client.post("/lint", text, content_type="text/plain").json()

    problem = answer["problems"][0]
    assert line == problem["line"]
    assert problem["path"].startswith(path)
    assert words in problem["message"]
    assert problem["code"]


def test_an_empty_editor_has_no_problems(client: Client) -> None:
    assert {"problems": [], "report": ""} == client.post("/lint", " \n", content_type="text/plain").json()


def test_binary_is_refused_with_a_sentence(client: Client) -> None:
    file = io.BytesIO(b"\x7fELF\0\1\2" * 100)
    file.name = "a.yaml"

    response = client.post("/import", {"text": "", "files": file})

    assert 422 == response.status_code
    assert "NUL character" in response.content.decode()


@pytest.mark.parametrize(
    ("address", "most"), [("/import", "160 MB"), ("/lint", "2 MB"), ("/runs/new", "1 MB")]
)
def test_half_a_gigabyte_is_refused_before_they_are_read(client: Client, address: str, most: str) -> None:
    class Unreadable(io.RawIOBase):
        def read(self, size: int = -1) -> bytes:
            raise AssertionError("nobody should read this")

    response = client.generic(
        "POST",
        address,
        b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(500 * 1024 * 1024),
        **{"wsgi.input": Unreadable()},
    )

    assert 413 == response.status_code
    assert "500 MB" in response.content.decode()
    assert most in response.content.decode()


def test_a_client_of_the_api_reads_in_json_that_its_text_is_too_long(client: Client) -> None:
    limit = limits.FORM_TEXT_BYTES
    response = client.generic(
        "POST", "/api/v1/runs", b"", content_type="application/json", CONTENT_LENGTH=str(limit + 1)
    )

    assert (413, "text.too_large", "The text has 2.1 MB; the limit is 2 MB.") == (
        response.status_code,
        response.json()["code"],
        response.json()["message"],
    )


def test_without_a_token_nothing_is_taken() -> None:
    response = Client(enforce_csrf_checks=True).post("/import", {"text": NODE})

    assert 403 == response.status_code
    assert 0 == Run.objects.count()


def test_a_cluster_becomes_a_run_of_the_visitor_with_its_waiting_pod_chosen(client: Client) -> None:
    hungry = pod_yaml("hungry") + "    resources: {requests: {cpu: '64'}}\n"

    response = client.post("/import", {"text": f"{NODE}---\n{hungry}"})

    assert 303 == response.status_code
    run = Run.objects.get()
    assert f"/r/{run.pk}?pod=default/hungry&tab=why" == response.headers["Location"]
    assert access.digest(access.owner_of({k: v.value for k, v in client.cookies.items()})) == run.owner_digest
    assert run.head > 0, "played up to the scheduler's first word about the pod"
    why = client.get(f"/r/{run.pk}/pods/default/hungry/why")
    assert "Insufficient cpu" in why.content.decode()


def test_the_same_cluster_is_stored_once_and_run_twice(client: Client) -> None:
    for _ in range(2):
        client.post("/import", {"text": NODE + "---\n" + pod_yaml()})

    assert (1, 2) == (ScenarioRevision.objects.count(), Run.objects.count())


def test_a_text_without_nodes_gets_some_unless_that_is_unwanted(client: Client) -> None:
    client.post("/import", {"text": pod_yaml()})
    client.post("/import", {"text": pod_yaml(), "no_nodes": "1"})

    with_nodes, without = (json.loads(run.revision.canonical) for run in Run.objects.order_by("created"))
    assert 3 == sum(item["kind"] == "Node" for item in with_nodes["objects"])
    assert 0 == sum(item["kind"] == "Node" for item in without["objects"])


def test_pods_that_run_somewhere_bring_their_nodes_with_them(client: Client) -> None:
    running = pod_yaml(body="  nodeName: worker-7\n") + "    resources: {requests: {cpu: '9'}}\n"

    client.post("/import", {"text": running})

    objects = json.loads(Run.objects.get().revision.canonical)["objects"]
    nodes = {
        item["metadata"]["name"]: item["status"]["allocatable"] for item in objects if item["kind"] == "Node"
    }
    assert {"worker-7": {"cpu": "16", "memory": "8Gi", "pods": "110"}} == nodes


def test_a_text_without_anything_to_draw_is_no_error_but_a_report(client: Client) -> None:
    response = client.post(
        "/import", {"text": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c}\ndata: {a: b}\n"}
    )

    assert 200 == response.status_code
    assert "nothing to draw" in response.content.decode()
    assert "ConfigMap" in response.content.decode()
    assert 0 == Run.objects.count()


def test_a_page_that_shows_progress_is_told_the_address_of_the_board(client: Client) -> None:
    answer = client.post(
        "/import", {"text": f"{NODE}---\n{pod_yaml()}"}, headers={"Accept": "application/json"}
    )

    assert {"url": f"/r/{Run.objects.get().pk}?pod=default/p&tab=why"} == answer.json()


def test_a_job_that_is_not_known_waits(client: Client) -> None:
    answer = client.get("/import/progress", {"job": "0" * 32})

    assert {"stage": "waits", "share": 0.0, "done": 0, "of": 0, "place": 0} == answer.json()


@pytest.fixture
def long_job(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], None]]:
    """Imports take long, until what this gives is called."""
    go_on = threading.Event()
    finish = Job.finish

    def later(job: Job, read: Callable[[], Imported], file: Path | None = None) -> None:
        def end() -> None:
            go_on.wait(30)
            finish(job, read, file)
            connections.close_all()

        threads.append(threading.Thread(target=end))
        threads[-1].start()

    threads: list[threading.Thread] = []
    monkeypatch.setattr(Job, "finish", later)
    for name in ("IMPORT_SCRIPT_SECONDS", "IMPORT_FORM_SECONDS"):
        monkeypatch.setattr(limits, name, 0.0)

    def ends() -> None:
        go_on.set()
        for thread in threads:
            thread.join()

    yield ends
    ends()


def test_a_long_import_answers_a_script_with_its_job_and_then_with_its_run(
    client: Client, long_job: Callable[[], None]
) -> None:
    name = "0123456789abcdef" * 2
    sent = client.post("/import", {"text": NODE, "job": name}, headers={"Accept": "application/json"})
    early = client.get("/import/progress", {"job": name}).json()
    long_job()
    late = client.get("/import/progress", {"job": name}).json()

    assert (202, {"job": name}) == (sent.status_code, sent.json())
    assert "waits" == early["stage"]
    assert ("done", True, f"/r/{Run.objects.get().pk}") == (late["stage"], late["run"], late["url"])
    assert 200 == client.get(late["url"]).status_code


def test_a_long_import_leads_a_form_to_a_page_that_looks_again_and_then_to_the_board(
    client: Client, long_job: Callable[[], None]
) -> None:
    sent = client.post("/import", {"text": NODE})
    page = client.get(sent["Location"])
    long_job()
    then = client.get(sent["Location"])

    assert (303, 200, "2") == (sent.status_code, page.status_code, page["Refresh"])
    assert "Waiting for other imports" in page.content.decode()
    assert (303, f"/r/{Run.objects.get().pk}") == (then.status_code, then["Location"])


def test_an_import_that_is_stopped_makes_no_run_and_says_so(
    client: Client, long_job: Callable[[], None]
) -> None:
    place = client.post("/import", {"text": NODE})["Location"]
    stopped = Client().post("/import/stop", {"job": place.rpartition("/")[2]})
    long_job()
    page = client.get(place)

    assert (204, 422) == (stopped.status_code, page.status_code)
    assert "stopped" in page.content.decode()
    assert not Run.objects.exists()


def test_a_job_that_nobody_knows_is_no_page(client: Client) -> None:
    assert 404 == client.get("/import/jobs/" + "0" * 32).status_code


def test_the_report_says_of_each_object_what_became_of_it(client: Client) -> None:
    widget = "kind: Widget\napiVersion: x/v1\nmetadata: {name: w}\n"
    text = f"{NODE}---\n{pod_yaml()}    env: [{{name: TOKEN, value: x}}]\n---\n{widget}"

    response = client.post("/import", {"text": text, "do": "check"})

    fates = {group.kind: group.fate for group in response.context["groups"]}
    assert {"Node": "kept", "Pod": "changed", "Widget": "ignored"} == fates
    assert 0 == Run.objects.count(), "a check makes no run"
    stored = client.post("/import", {"text": text})
    run = Run.objects.get()
    assert 303 == stored.status_code
    assert "Widget" in client.get(f"/r/{run.pk}/report").content.decode()


def test_thousands_of_alike_objects_are_one_line_of_the_report(client: Client) -> None:
    text = NODE + "".join(f"---\n{pod_yaml(f'p{n}')}" for n in range(3000))

    response = client.post("/import", {"text": text, "do": "check"})

    assert [("Node", 1), ("Pod", 3000)] == [(g.kind, g.count) for g in response.context["groups"]]
    assert len(response.content) < len(text) + 60_000


SECRETS = ("s3cr3t-alpha", "czNjcjN0LWJldGE=", "s3cr3t-gamma", "s3cr3t-delta", "s3cr3t-epsilon")


def test_secrets_reach_no_table_no_page_and_no_log(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    alpha, beta, gamma, delta, epsilon = SECRETS
    text = (
        f"# {epsilon}\n{NODE}---\n{pod_yaml()}    env: [{{name: A, value: {alpha}}}]\n"
        f"---\napiVersion: v1\nkind: Secret\nmetadata: {{name: s}}\ndata: {{pw: {beta}}}\n"
        "---\napiVersion: v1\nkind: List\nitems:\n"
        "- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: c}\n"
        f"  data: {{x: {gamma}}}\n"
        f"---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: q\n  annotations:\n"
        f"    kubectl.kubernetes.io/last-applied-configuration: '{delta}'\n"
        "spec: {containers: [{name: c, image: i}]}\n"
    )
    caplog.set_level(logging.DEBUG)

    response = client.post("/import", {"text": text})

    assert 303 == response.status_code
    run = Run.objects.get()
    pages = [
        client.get(f"/r/{run.pk}{path}").content.decode()
        for path in (
            "",
            "/report",
            "/pods/default/p/yaml",
            "/pods/default/p/describe",
            "/pods/default/q/yaml",
        )
    ]
    lint = client.post("/lint", text, content_type="text/plain").content.decode()
    tables = "\n".join(_everything_stored())
    assert '"Pod"' in tables.replace("\\", "")
    for secret in SECRETS:
        assert secret not in tables
        assert not any(secret in page for page in pages)
        assert secret not in lint
        assert secret not in caplog.text


def _everything_stored() -> list[str]:
    with connection.cursor() as cursor:
        results = []
        for table in connection.introspection.table_names():
            cursor.execute(f'SELECT * FROM "{table}"')
            results += [repr(row) for row in cursor.fetchall()]
    return results


def _manifests() -> Path | None:
    named = os.environ.get("PODIUM_MANIFESTS")
    folder = Path(named) if named else Path(__file__).parents[4] / "shared" / "manifests"
    return folder if (folder / "index.tsv").exists() else None


def test_every_real_manifest_comes_in_with_a_report(client: Client) -> None:
    folder = _manifests()
    if folder is None:
        pytest.skip("THE REAL MANIFESTS ARE NOT HERE: set PODIUM_MANIFESTS to their folder (with index.tsv)")
    rows = [line.split("\t") for line in (folder / "index.tsv").read_text().splitlines() if line[0] != "#"][
        1:
    ]
    assert len(rows) > 50
    for name, documents, _, well_formed in rows:
        file = io.BytesIO((folder / name).read_bytes())
        file.name = Path(name).name
        response = client.post("/import", {"text": "", "files": file, "do": "check"})

        assert response.status_code in (200, 422), name
        problems = response.context["problems"]
        if well_formed == "no":
            assert problems, name
        elif documents != "0":
            assert response.context["groups"] or problems, name
        for problem in problems:
            assert problem["line"] >= 1, name
            assert re.search(r"\w", problem["message"]), name
            assert problem["message"] != problem["code"], (name, "a code without a sentence")
        for group in response.context["groups"]:
            for sentence, _ in group.sentences():
                assert not re.fullmatch(r"[a-z_.]+", sentence), (name, sentence)
    assert 0 == ImportReport.objects.count()


def test_a_problem_in_one_of_several_files_is_named_with_the_file_and_its_own_line(client: Client) -> None:
    good, bad = io.BytesIO(pod_yaml().encode()), io.BytesIO(pod_yaml("q", "  priority: high\n").encode())
    good.name, bad.name = "web.yaml", "queue.yaml"

    response = client.post("/import", {"files": [good, bad], "do": "check"})

    assert 200 == response.status_code
    assert ["queue.yaml:6:3"] == [problem["place"] for problem in response.context["problems"]]
    assert "queue.yaml:6:3</a>" in response.content.decode()


def test_a_packed_file_becomes_a_run_and_a_problem_in_it_is_named(client: Client) -> None:
    def sent(name: str, text: str) -> io.BytesIO:
        file = io.BytesIO(gzip.compress(text.encode()))
        file.name = name
        return file

    drawn = client.post("/import", {"files": sent("a.yaml.gz", NODE + "---\n" + pod_yaml()), "do": "draw"})
    bad = sent("q.yaml.gz", pod_yaml("q", "  priority: high\n") + "---\n" + NODE)
    alone = client.post("/import", {"files": bad, "do": "check"})
    bad.seek(0)
    several = client.post("/import", {"files": [sent("p.yaml.gz", pod_yaml()), bad], "do": "check"})

    assert 303 == drawn.status_code
    assert ["q.yaml.gz:6:3"] == [problem["place"] for problem in alone.context["problems"]]
    assert ["q.yaml.gz:6:3"] == [problem["place"] for problem in several.context["problems"]]


def test_a_file_that_unpacks_to_too_much_is_refused_with_the_limit(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "IMPORT_UNPACKED_BYTES", 2 * 1024 * 1024)
    bomb = io.BytesIO(gzip.compress(bytes(64 * 1024 * 1024)))
    bomb.name = "bomb.yaml.gz"

    response = client.post("/import", {"files": bomb, "do": "draw"})

    assert 422 == response.status_code
    assert "unpacks to more than 2 MB" in response.content.decode()
    assert 0 == Run.objects.count()


def test_the_editor_is_told_the_file_of_a_line(client: Client) -> None:
    text = f"# file: web.yaml\n{pod_yaml()}\n---\n# file: queue.yaml\n{pod_yaml('q', '  priority: high' + chr(10))}"

    problems = client.post("/lint", text, content_type="text/plain").json()["problems"]

    assert ["queue.yaml:6:3"] == [problem["place"] for problem in problems]
    assert [18] == [problem["line"] for problem in problems]


def test_the_report_names_the_file_of_each_object(client: Client) -> None:
    text = f"# file: web.yaml\n{pod_yaml()}\n---\n# file: ingress.yaml\nkind: Foo\napiVersion: v1\nmetadata: {{name: z}}\n"

    report = client.post("/lint", text, content_type="text/plain").json()["report"]

    assert ">web.yaml:1</a>" in report
    assert ">ingress.yaml:1</a>" in report


@pytest.mark.parametrize(
    "body",
    ["  priority: high\n", "  terminationGracePeriodSeconds: -1\n", "  tolerations: [{operator: In}]\n"],
)
def test_whatever_the_api_server_refuses_of_an_object_the_rest_is_drawn(client: Client, body: str) -> None:
    text = f"{NODE}---\n{pod_yaml()}---\n{pod_yaml('bad', body)}"

    checked = client.post("/import", {"text": text, "do": "check"})
    response = client.post("/import", {"text": text})

    assert {("warning", 20)} == {
        (problem["severity"], problem["line"]) for problem in checked.context["problems"]
    }
    assert 303 == response.status_code
    run = Run.objects.get()
    page = client.get(f"/r/{run.pk}/report").content.decode()
    assert "1 refused" in page
    assert [200, 404] == [
        client.get(f"/r/{run.pk}/pods/default/{name}/yaml").status_code for name in ("p", "bad")
    ]
