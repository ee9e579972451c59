"""What happens to an installation with PODIUM_ADMIN=1, in a process of its own: its answers as JSON."""

import json
import re
import sys
from collections.abc import Mapping

import django

django.setup()

from django.contrib.auth.models import User  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.test import Client  # noqa: E402

from playground.runs import new_runs, revisions  # noqa: E402
from playground.runs.models import Run  # noqa: E402
from tests.playground import clusters  # noqa: E402

POD = "apiVersion: v1\nkind: Pod\nmetadata: {name: p}\nspec: {containers: [{name: c, image: i}]}\n"
PAGES = ("/staff/", "/staff/state", "/staff/runs/run/", "/staff/rooms/room/")
PASSWORD = "a long and good password"


def bad_in(page: str) -> list[str]:
    """Scripts and styles in a page that its CSP would block."""
    scripts = re.findall(r"<script(?![^>]*(?:src=|application/json))[^>]*>", page)
    return scripts + re.findall(r"<style[^>]*>|\sstyle=\"[^\"]*\"|\son[a-z]+=\"", page)


def policy_of(headers: Mapping[str, str]) -> str:
    """The policy without the number that is used once."""
    parts = re.sub(r"'nonce-[^']*'", "", headers["Content-Security-Policy"]).split("; ")
    return "; ".join(sorted(" ".join(part.split()) for part in parts))


def imported(client: Client) -> int:
    return client.post("/import", {"text": POD, "add_nodes": "1"}).status_code


def story() -> dict[str, object]:
    call_command("migrate", verbosity=0)
    run = new_runs.create_run(revisions.store_scenario(clusters.small()), owner="me", title="<b>Mine</b>")
    User.objects.create_superuser("boss", password=PASSWORD)
    User.objects.create_user("somebody", password=PASSWORD)
    client, visitor = Client(), Client()
    results: dict[str, object] = {"stranger": [visitor.get(page).status_code for page in PAGES]}
    visitor.login(username="somebody", password=PASSWORD)
    results["not staff"] = [visitor.get(page).status_code for page in PAGES]
    results["switch of a stranger"] = Client().post("/staff/imports", {"imports": "close"}).status_code
    client.login(username="boss", password=PASSWORD)
    pages = {page: client.get(page) for page in PAGES}
    texts = {page: answer.content.decode() for page, answer in pages.items()}
    results["staff"] = [answer.status_code for answer in pages.values()]
    policies = {policy_of(item.headers) for item in (*pages.values(), Client().get("/import"))}
    results["policies"] = sorted(policies)
    results["blocked"] = [item for text in texts.values() for item in bad_in(text)]
    results["escaped"] = "<b>Mine</b>" not in texts["/staff/runs/run/"]
    results["cannot add or change"] = [
        client.get("/staff/runs/run/add/").status_code,
        client.post(f"/staff/runs/run/{run.pk}/change/", {"title": "Theirs"}).status_code,
    ]
    results["open"] = imported(visitor)
    client.post("/staff/imports", {"imports": "close"})
    results["closed"] = (
        imported(visitor),
        "Imports are\n    closed" in client.get("/staff/state").content.decode(),
    )
    results["closed said"] = "Open imports" in client.get("/staff/state").content.decode()
    client.post("/staff/imports", {"imports": "open"})
    results["open again"] = imported(visitor)
    chosen = {"action": "remove_runs", "_selected_action": [run.pk]}
    client.post("/staff/runs/run/", chosen)
    results["removed"] = Run.objects.filter(pk=run.pk).exists()
    tried = Client()
    wrong = {"username": "boss", "password": "wrong"}
    # ten at once and one more every ten seconds, in which a busy machine may hash a few passwords
    guesses: set[int] = set()
    for _ in range(60):
        guesses.add(tried.post("/staff/login/", wrong).status_code)
        if 429 in guesses:
            break
    results["guesses"] = sorted(guesses)
    return results


if __name__ == "__main__":
    json.dump(story(), sys.stdout)
