"""The fonts that the browser of the tests sees: podium's own and no other, so that a picture is the same on every
machine.

Pages bring their fonts with them. What else draws text asks fontconfig (native controls, and a character that no font
of a page has): it finds Inter, and JetBrains Mono under the names of a fixed width.
"""

from __future__ import annotations

import os
from pathlib import Path

from fontTools.ttLib import TTFont

FONTS = Path(__file__).resolve().parents[2] / "static/fonts"
FILES = ("inter-latin", "jetbrains-mono-latin")
#: How letters are smoothed is a system's choice too; these are what the pictures in e2e/baseline were drawn with.
CONFIGURATION = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>{folder}</dir>
  <cachedir>{folder}/cache</cachedir>
  <match target="pattern">
    <test qual="all" name="family" compare="not_eq"><string>monospace</string></test>
    <test qual="all" name="family" compare="not_eq"><string>{mono}</string></test>
    <edit name="family" mode="assign" binding="strong"><string>{prose}</string></edit>
  </match>
  <match target="pattern">
    <test name="family"><string>monospace</string></test>
    <edit name="family" mode="assign" binding="strong"><string>{mono}</string></edit>
  </match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="autohint" mode="assign"><bool>false</bool></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
"""


def environment(folder: Path) -> dict[str, str | float | bool]:
    """Environment of a browser; writes the fonts, as files that every fontconfig reads, and its settings to `folder`."""
    families = []
    for name in FILES:
        font = TTFont(FONTS / f"{name}.woff2")
        font.flavor = None
        font.save(folder / f"{name}.ttf")
        families.append(font["name"].getBestFamilyName())
    settings = folder / "fonts.conf"
    prose, mono = families
    settings.write_text(CONFIGURATION.format(folder=folder, prose=prose, mono=mono), encoding="utf-8")
    return {**os.environ, "FONTCONFIG_FILE": str(settings)}
