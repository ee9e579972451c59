"""Which static files are published: all but the sources of what is vendored, and the scripts' tests."""

from django.contrib.staticfiles.apps import StaticFilesConfig


class StaticFiles(StaticFilesConfig):
    ignore_patterns = [*StaticFilesConfig.ignore_patterns, "build", "*.test.js", "harness.js"]
