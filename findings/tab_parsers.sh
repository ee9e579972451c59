#!/usr/bin/env bash
# PyYAML 6.0.4: its two parsers, the one in Python (`safe_load`) and libyaml 0.2.6 (`CSafeLoader`); gojsonnet 0.22.0
# (sigs.k8s.io/yaml, the parser of kubectl) beside them.
#
# Expected: `CSafeLoader` is `SafeLoader` made fast; a text that is valid for one is valid for the other.
# Seen: each refuses a valid manifest that the other reads, both because of a tab. The Python parser refuses a tab
# between a value and its comment. libyaml refuses a block scalar whose first line begins with a tab, as a recipe of a
# Makefile in a ConfigMap does; a tab on a later line is fine for it. kubectl's parser is libyaml's port and sides with it.
#
# Output seen:
#   comment after a tab: SafeLoader ScannerError, CSafeLoader 3,            sigs.k8s.io/yaml 3
#   tab on first line:   SafeLoader "\tmake\n",   CSafeLoader ScannerError, sigs.k8s.io/yaml RuntimeError
#   tab on second line:  SafeLoader "a:\n\tmake\n", all the same
#
# Hurt: programs that fall back from one loader to the other, and checks in Python that pass what kubectl refuses.
# Source: `scanner.py` of PyYAML (`scan_to_next_token`) and `scanner.c` of libyaml (`yaml_parser_scan_block_scalar_breaks`).
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4 gojsonnet==0.22.0

cat > program.py <<'EOF'
import json

import _gojsonnet
import yaml

READERS = {
    "SafeLoader": yaml.safe_load,
    "CSafeLoader": lambda text: yaml.load(text, yaml.CSafeLoader),
    "sigs.k8s.io/yaml": lambda text: json.loads(
        _gojsonnet.evaluate_snippet("manifest", f"std.parseYaml({json.dumps(text)})")
    ),
}
TEXTS = {
    "comment after a tab": "key: 3\t# pods\n",
    "tab on first line": "key: |\n  \tmake\n",
    "tab on second line": "key: |\n  a:\n  \tmake\n",
}


def answer(read, text):
    try:
        return json.dumps(read(text)["key"])
    except (yaml.YAMLError, RuntimeError) as error:
        return type(error).__name__


for case, text in TEXTS.items():
    print(f"{case}:", ", ".join(f"{name} {answer(read, text)}" for name, read in READERS.items()))
EOF

seen=$(env/bin/python program.py)
expected='comment after a tab: SafeLoader ScannerError, CSafeLoader 3, sigs.k8s.io/yaml 3
tab on first line: SafeLoader "\tmake\n", CSafeLoader ScannerError, sigs.k8s.io/yaml RuntimeError
tab on second line: SafeLoader "a:\n\tmake\n", CSafeLoader "a:\n\tmake\n", sigs.k8s.io/yaml "a:\n\tmake\n"'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: tabs in the parsers of PyYAML.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
