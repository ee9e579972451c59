"""The windows in which the pages of the course are looked at."""

from __future__ import annotations

from playwright.sync_api import ViewportSize

SIZES: dict[str, ViewportSize] = {
    "wide": {"width": 1440, "height": 900},
    "medium": {"width": 900, "height": 800},
    "phone": {"width": 390, "height": 844},
}
