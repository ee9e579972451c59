"""What a revision says beside its objects is read without reading them."""

from __future__ import annotations

import json
from dataclasses import replace

from playground.runs.revisions import without_objects
from playground.texts.manifests import yaml_text
from playground.texts.manifests.importer import canonical_text, import_text
from playground.texts.manifests.writer import documents_of
from scheduler_core import Scenario
from tests.builders import node, pod
from tests.core.play import SLUGS, gallery, scenario_from


def test_everything_but_the_objects_is_read_of_each_scenario_of_the_gallery() -> None:
    texts = [canonical_text(scenario_from(gallery(slug))) for slug in SLUGS]

    assert [{**json.loads(text), "objects": []} for text in texts] == [
        without_objects(text) for text in texts
    ]


def test_texts_that_look_like_the_end_of_the_objects_are_passed_over() -> None:
    end = '],"podium":2'
    odd = {**pod("p"), "spec": {"containers": [{"name": "c"}], "schedulerName": end}}
    scenario = scenario_from([node("n1"), odd])
    text = canonical_text(replace(scenario, title=end, question=f'"objects":[{end}'))

    assert {**json.loads(text), "objects": []} == without_objects(text)


def test_a_stored_scenario_that_names_no_release_is_of_1_34_and_so_is_the_document_written_of_it() -> None:
    stored = json.loads(canonical_text(scenario_from([node("n1"), pod("p")])))
    scenario = Scenario.from_canonical(stored)
    text = yaml_text.dump_documents(documents_of(scenario, 1))

    versions = [json.loads(import_text(text).canonical or "").get("version"), scenario.version]
    assert "version" not in stored
    assert [None, "1.34"] == versions
    assert "1.36" == json.loads(import_text(yaml_text.dump_documents([pod("p")])).canonical or "")["version"]
