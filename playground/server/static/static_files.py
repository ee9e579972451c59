"""The published static files: all but the sources of vendored files and the tests of scripts."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "build", "*.test.js", "harness.js"]
