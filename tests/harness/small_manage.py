"""`manage.py` with two scenarios and one lesson: for servers that prepare their data themselves, of which it does not
matter how many there are. To play the whole gallery takes longer than all tests of such servers together.
"""

import os
import shutil
from pathlib import Path

from manage import main
from playground import paths
from playground.lessons import files

SCENARIOS = ("gap-and-reservation", "self-heal-zones")
LESSON = "03-gap-and-reservation"


def copy_of(folder: Path, name: str, *names: str) -> Path:
    """A folder of the server's data with some of the files."""
    made = Path(os.environ["PODIUM_DATA"]) / name
    made.mkdir(exist_ok=True)
    for file in names:
        shutil.copy(folder / f"{file}.yaml", made)
    return made


if __name__ == "__main__":
    # Django has not yet imported what reads these names.
    paths.SCENARIOS = copy_of(paths.SCENARIOS, "scenarios", *SCENARIOS)
    files.COURSE = copy_of(files.COURSE, "course", LESSON)
    main()
