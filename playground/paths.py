"""The folders of assets and data, for a checkout and for an installed wheel."""

import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent

#: True in a checkout of the repository, False in an installed wheel (which carries its assets inside the
#: package).
CHECKOUT = not (HERE / "_assets").is_dir()

#: The folder that contains `templates/`, `static/` and `locale/`.
ASSETS = HERE.parent if CHECKOUT else HERE / "_assets"


def _user_data_folder() -> Path:
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def data_folder() -> Path:
    """The folder for database and secret key: $PODIUM_DATA, else `var/` of the checkout, else the user's data
    folder."""
    named = os.environ.get("PODIUM_DATA")
    if named:
        return Path(named).expanduser().resolve()
    return HERE.parent / "var" if CHECKOUT else _user_data_folder() / "podium"


DATA = data_folder()
SCENARIOS = Path(__file__).resolve().parent / "gallery" / "scenarios"
"""The files of the gallery, one scenario each."""
