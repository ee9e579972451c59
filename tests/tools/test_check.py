"""What failed runs once more, under the name that pytest takes."""

from pathlib import Path

from tools import check

REPORT = """<testsuites><testsuite>
<testcase classname="tests.core.test_actor" name="test_a[x/y.z]"><failure/></testcase>
<testcase classname="tests.core.test_actor.TestB" name="test_b"><error/></testcase>
<testcase classname="" name="tests.playground.imports.test_views"><error message="collection failure"/></testcase>
<testcase classname="tests.core.test_actor" name="test_c"/>
</testsuite></testsuites>"""


def test_failures_are_named_as_pytest_takes_them(tmp_path: Path) -> None:
    report = tmp_path / "core.xml"
    report.write_text(REPORT)

    failed = check.failures(report)

    assert {
        "tests/core/test_actor.py::test_a[x/y.z]",
        "tests/core/test_actor.py::TestB::test_b",
        "tests/playground/imports/test_views.py",
    } == failed


def test_without_a_report_nothing_is_known_to_have_failed(tmp_path: Path) -> None:
    assert set() == check.failures(tmp_path / "core.xml")
