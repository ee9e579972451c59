#!/usr/bin/env bash
# cel-python 0.5.0 and cel-expr-python 0.1.3 of PyPI, two implementations of CEL, the language of validation rules and
# device selectors in Kubernetes.
#
# Expected: `string(x)` gives the text that CEL prescribes, the same in both.
# Seen: cel-python writes booleans as Python does, with a capital letter, and cuts the fraction of a second off times
# and durations. So `string(true) == 'true'` is false there, and the texts of two times that differ by a quarter of a
# second are equal. cel-expr-python gives what the language asks for.
#
# Output seen:
#   string(true):                                    cel-expr-python "true",  cel-python "True"
#   string(duration('1500ms')):                      cel-expr-python "1.500s", cel-python "1s"
#   string(timestamp('2026-01-02T03:04:05.250Z')):   cel-expr-python "2026-01-02T03:04:05.250Z",
#                                                    cel-python "2026-01-02T03:04:05Z"
#
# Hurt: rules that are tried out in Python before they go into a cluster.
# Source: the language definition of CEL, section on type conversions; `celtypes.py` of cel-python.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check cel-python==0.5.0 cel-expr-python==0.1.3

cat > program.py <<'EOF'
import json

import celpy
from cel_expr_python import cel

EXPRESSIONS = (
    "string(true)",
    "string(duration('1500ms'))",
    "string(timestamp('2026-01-02T03:04:05.250Z'))",
)
python, google = celpy.Environment(), cel.NewEnv()
for expression in EXPRESSIONS:
    first = google.compile(expression).eval().value()
    second = python.program(python.compile(expression)).evaluate({})
    print(f"{expression}: cel-expr-python {json.dumps(first)}, cel-python {json.dumps(str(second))}")
EOF

seen=$(env/bin/python program.py)
expected='string(true): cel-expr-python "true", cel-python "True"
string(duration('"'1500ms'"')): cel-expr-python "1.500s", cel-python "1s"
string(timestamp('"'2026-01-02T03:04:05.250Z'"')): cel-expr-python "2026-01-02T03:04:05.250Z", cel-python "2026-01-02T03:04:05Z"'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: texts in CEL.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
