"""What a test has happen to one installation, in a process of its own: its answers as JSON.

Whoever calls it has set PODIUM_DATA and PODIUM_DATABASE_URL. The argument is a folder for files.
"""

import io
import json
import sys
from pathlib import Path

import django

django.setup()

from django.core.management import CommandError, call_command  # noqa: E402

from playground.runs import new_runs, revisions  # noqa: E402
from playground.runs.models import Run  # noqa: E402
from tests.playground import clusters  # noqa: E402


def podium(*command: str) -> str:
    result = io.StringIO()
    try:
        call_command(*command, stdout=result)
    except CommandError as error:
        return f"error: {error}"
    return result.getvalue().strip()


def titles() -> list[str]:
    return list(Run.objects.exclude(owner_digest="").values_list("title", flat=True))


def story(folder: Path) -> dict[str, object]:
    call_command("migrate", verbosity=0)
    new_runs.create_run(revisions.store_scenario(clusters.small()), owner="me", title="Mine")
    file, wrong, there = (folder / name for name in ("podium.backup", "wrong", "there"))
    there.write_text("mine")
    results: dict[str, object] = {
        "written": podium("backup", str(file)),
        "mode": file.stat().st_mode & 0o777,
        "there": podium("backup", str(there)),
        "kept": there.read_text(),
    }
    Run.objects.update(title="Changed")
    results["refused"] = podium("restore", str(file)), titles()
    messages = []
    for content in (b"PGDMP\x01", b"SQLite format 3\0 and nothing", b"no backup"):
        wrong.write_bytes(content)
        messages.append(podium("restore", str(wrong), "--replace").startswith("error: "))
    results["wrong"] = messages, titles()
    results["replaced"] = podium("restore", str(file), "--replace"), titles()
    Run.objects.all().delete()
    results["emptied"] = titles()
    results["restored"] = podium("restore", str(file)), titles()
    return results


if __name__ == "__main__":
    json.dump(story(Path(sys.argv[1])), sys.stdout)
