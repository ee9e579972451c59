"""Lines of the console, played for the owner of a run."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.test import Client

from playground.runs import services, stepper
from playground.runs.models import Run
from tests.playground.conftest import owner_cookies


def text_of(lines: list[Any]) -> str:
    return "\n".join(
        line
        if isinstance(line, str)
        else "".join(part if isinstance(part, str) else part["text"] for part in line)
        for line in lines
    )


@dataclass
class Console:
    client: Client
    run: Run

    def post(self, line: str, text: str = "", **more: str) -> Any:
        sent = {"line": line, "text": text, **more}
        return self.client.post(f"/r/{self.run.pk}/console/play", sent)

    def play(self, line: str, text: str = "", **more: str) -> Any:
        answer = self.post(line, text, **more)
        assert 200 == answer.status_code, answer.content[:300]
        return answer.json()

    def says(self, line: str, text: str = "", **more: str) -> str:
        return text_of(self.play(line, text, **more)["lines"])

    def complete(self, line: str) -> list[str]:
        words: list[str] = self.client.get(f"/r/{self.run.pk}/console/complete", {"line": line}).json()[
            "words"
        ]
        return words

    def settle(self) -> None:
        """Plays the run until nothing more happens."""
        run_state = services.standing(self.run.pk)
        assert run_state is not None
        frames = stepper.answered(run_state, stepper.stepped(run_state.head, "quiet", None, 500, None))
        services.advance_head(run_state.run, inputs=run_state.inputs, to=frames.end, state=frames.hash)


def owner_of(run: Run) -> Console:
    client = Client()
    for name, value in owner_cookies().items():
        client.cookies[name] = value
    return Console(client, run)


def reader_of(run: Run) -> Console:
    return Console(Client(), run)
