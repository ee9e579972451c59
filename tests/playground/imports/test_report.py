"""The report of an import for people."""

from playground.imports.report import Group
from playground.texts.manifests.object_reports import Remark


def test_a_path_that_the_sentence_names_does_not_follow_it_once_more() -> None:
    remarks = (
        Remark("dropped.fields", {"n": 1, "names": ["status.allocatable"]}, "status.allocatable"),
        Remark("dropped.fields", {"n": 1, "names": ["status.allocatable.cpu"]}, "status.allocatable"),
    )
    group = Group("kept", "Node", 1, ("n1",), 1, remarks)

    assert [[], ["status.allocatable"]] == [paths for _, paths in group.sentences()]
