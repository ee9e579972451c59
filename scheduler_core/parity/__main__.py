"""`python -m scheduler_core.parity [--release 1.36] [FILE|FOLDER…] [--boards FILE] [--live FILE…] [--random N
--seed S]`: compares the core with recorded verdicts, boards and histories, and checks promises that need no
original.

The kind of a file follows from its base name: `<theme>.decide.jsonl`, `<theme>.sequence.jsonl`,
`<theme>.boards.jsonl`, the vectors' `<rule>.json`, and `queue.jsonl`, `hints.json`, `event_split.json`; plain
or .gz. Of a folder every such file below it is taken. The last line is `N passed, M failed`; the exit code is
1 if any failed.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from scheduler_core.objects.manifest import Json
from scheduler_core.objects.releases.releases import release
from scheduler_core.objects.releases.version import git_version, is_version
from scheduler_core.parity.random_cases.random_run import RandomReport, run_random, write_cases
from scheduler_core.parity.results import results, write_results
from scheduler_core.parity.runner import BOARDS, LIVE, FileReport, files_below, run_files


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core.parity", description=__doc__)
    parser.add_argument("files", nargs="*", metavar="FILE", help="recorded files, or folders with them")
    parser.add_argument("--boards", action="append", default=[], metavar="FILE", help="recorded boards")
    parser.add_argument("--live", nargs="*", default=[], metavar="FILE", help="recorded histories")
    parser.add_argument(
        "--release", default="1.34", metavar="V", help="the release that decides; default: 1.34"
    )
    parser.add_argument("--random", type=int, default=0, metavar="N", help="check N random cases")
    parser.add_argument("--seed", default="1", metavar="S", help="the series of random cases; default: 1")
    parser.add_argument("--write", metavar="FILE", help="write the random cases to this .sequence.jsonl file")
    parser.add_argument("--show", type=int, default=0, metavar="K", help="print the first K differences")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to work in")
    parser.add_argument(
        "--json", metavar="RESULT", help="write the figures of this release into this file as well"
    )
    options = parser.parse_args(arguments)
    if not (options.files or options.boards or options.live or options.random):
        parser.error("nothing to compare: name files or folders, --boards FILE, --live FILE, or --random N")
    if not is_version(options.release):
        parser.error(f"--release: {options.release!r} is no release that podium knows")
    if options.write and not (options.random and ".sequence.jsonl" in options.write):
        parser.error("--write needs --random N and the name of a .sequence.jsonl file")
    kinds = [(file, "") for name in options.files for file in files_below(name)]
    kinds += [(file, BOARDS) for file in options.boards] + [(file, LIVE) for file in options.live]
    decides = release(options.release)
    reports = _compare(run_files(kinds, options.jobs, decides), options.show)
    passed = sum(report.passed for report in reports)
    failed = sum(report.failed for report in reports)
    report_json: dict[str, Json] = results(reports, git_version(options.release))
    if options.random:
        random = run_random(options.random, options.seed, options.jobs, decides)
        _print_random(random, options.show)
        passed += random.cases - random.failed
        failed += random.failed
        report_json["random"] = random.to_json()
        if options.write:
            write_cases(options.random, options.seed, Path(options.write), decides)
    print(f"{passed} passed, {failed} failed")
    if options.json:
        write_results(Path(options.json), options.release, report_json)
    return 1 if failed else 0


def _compare(file_reports: Iterable[FileReport], show: int) -> list[FileReport]:
    """Prints what differs in each report, at most `show` differences."""
    reports: list[FileReport] = []
    for report in file_reports:
        reports.append(report)
        texts = Counter(problem.text for problem in report.problems if problem.text)
        for text, number in texts.items():
            first = next(problem.case for problem in report.problems if problem.text == text)
            also = f" (and {number - 1} more)" if number > 1 else ""
            print(f"{report.file}: {first}{also}: {text}")
        for problem in report.problems:
            for difference in problem.differences:
                if show <= 0:
                    break
                show -= 1
                print(f"{report.file}: {problem.case}")
                print("\n".join(difference.lines()))
        print(f"{report.file}: {report.passed} passed, {report.failed} failed")
    return reports


def _print_random(report: RandomReport, show: int) -> None:
    for entry in report.broken[:show]:
        print(f"{entry.case}: {entry.promise}: {entry.text}")
    promises = report.to_json()["promises"]
    assert isinstance(promises, dict)
    for name, number in promises.items():
        print(f"random, seed {report.seed}: {name}: kept by {number} of {report.cases}")


if __name__ == "__main__":
    sys.exit(main())
