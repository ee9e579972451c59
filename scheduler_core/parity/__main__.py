"""`python -m scheduler_core.parity FILE…`: compares the core with recorded verdicts.

The kind of a file follows from its base name: `<theme>.decide.jsonl`, `<theme>.sequence.jsonl`, the vectors'
`<rule>.json`, and `queue.jsonl`, `hints.json`, `event_split.json`; plain or .gz. The last line is `N passed,
M failed`; the exit code is 1 if any failed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from scheduler_core.parity.results import results
from scheduler_core.parity.runner import FileReport, run_files


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scheduler_core.parity", description=__doc__)
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--show", type=int, default=0, metavar="K", help="print the first K differences")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes to work in")
    parser.add_argument("--json", metavar="RESULT", help="write the figures to this file as well")
    options = parser.parse_args(arguments)
    passed = failed = shown = 0
    reports: list[FileReport] = []
    for report in run_files(options.files, options.jobs):
        reports.append(report)
        passed += report.passed
        failed += report.failed
        texts = Counter(problem.text for problem in report.problems if problem.text)
        for text, number in texts.items():
            first = next(problem.case for problem in report.problems if problem.text == text)
            also = f" (and {number - 1} more)" if number > 1 else ""
            print(f"{report.file}: {first}{also}: {text}")
        for problem in report.problems:
            for difference in problem.differences:
                if shown >= options.show:
                    break
                shown += 1
                print(f"{report.file}: {problem.case}")
                print("\n".join(difference.lines()))
        print(f"{report.file}: {report.passed} passed, {report.failed} failed")
    print(f"{passed} passed, {failed} failed")
    if options.json:
        written = json.dumps(results(reports), indent=1) + "\n"
        Path(options.json).write_text(written, encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
