"""The commands of the catalogues: `python -m playground.texts.catalogues update|compile|report|glossary`."""

from __future__ import annotations

import sys

from playground.texts import catalogues
from playground.texts.catalogues import glossary, report


def main(arguments: list[str]) -> int:
    """Runs a command; returns 0, 1 when the report has faults, or 2 for an unknown command."""
    match arguments:
        case ["update"]:
            for code, count in catalogues.update().items():
                print(f"{code}: {count} without translation" if count else f"{code}: complete")
        case ["compile"]:
            for path in catalogues.compile_stale():
                print(path)
        case ["report"]:
            faults = report.everything()
            print(report.as_text(faults))
            return 1 if faults else 0
        case ["glossary"]:
            glossary.write_page()
            print(glossary.PAGE)
        case _:
            print(catalogues.__doc__)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
