#!/usr/bin/env bash
# yaml-rs 0.1.6 of PyPI, beside PyYAML 6.0.4 and ryaml 0.5.1.
#
# Expected: a value in quotes is a string, in YAML 1.1 and 1.2 alike; what a program writes it reads as the same value.
# Seen: yaml-rs makes a date, a time or an instant of every text that looks like one: in double and single quotes, in a
# block, where only `!!str` keeps it a string. It writes the string without quotes, and so reads a date where it wrote
# a string; PyYAML does as well.
#
# Output seen:
#   yaml-rs: double date, single time, block date, tagged str
#   PyYAML:  double str, single str, block str, tagged str (ryaml the same)
#   written by yaml-rs: `day: 2026-11-29`, read by yaml-rs date, by PyYAML date
#
# Hurt: `kubectl get -o yaml` and `-o kyaml` quote each time of an object for this reason. Labels and annotations with a
# date become values that JSON cannot hold, and a manifest written again has a date where the API server wants a string.
# Source: YAML 1.2.2, sections 7.3 and 10.3.2: only plain scalars are resolved by their content.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check yaml-rs==0.1.6 PyYAML==6.0.4 ryaml==0.5.1

cat > program.py <<'EOF'
import ryaml
import yaml
import yaml_rs

TEXT = """\
double: "2026-11-29"
single: '12:30:45'
block: |-
  2026-11-29
tagged: !!str 2026-11-29
"""


def kinds(values):
    return " ".join(f"{key} {type(value).__name__}" for key, value in values.items())


print("yaml-rs:", kinds(yaml_rs.loads(TEXT)))
print("PyYAML:", kinds(yaml.safe_load(TEXT)))
untagged = TEXT[: TEXT.index("tagged")]
print("ryaml:", kinds(ryaml.loads(untagged)))
written = yaml_rs.dumps({"day": "2026-11-29"})
print("written:", written.splitlines()[-1])
print("read again:", kinds(yaml_rs.loads(written)), "and", kinds(yaml.safe_load(written)))
EOF

seen=$(env/bin/python program.py)
expected='yaml-rs: double date single time block date tagged str
PyYAML: double str single str block str tagged str
ryaml: double str single str block str
written: day: 2026-11-29
read again: day date and day date'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: times in quotes.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
