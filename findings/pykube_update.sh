#!/usr/bin/env bash
# pykube-ng 23.6.0, a Python client.
#
# Expected: after an entry is taken from a list of an object, `update()` sends the list without it.
# Seen: `update()` first lays the object that was read under the changed one, lists by position. With the first of two
# environment variables deleted, the second moves up and is merged into the first: it gets the other's `valueFrom`
# beside its own `value`, and the old last entry is appended again. The API server refuses a variable with both;
# where the merged fields do not exclude each other, the wrong list is stored. A deleted label is sent again as well.
#
# Output seen:
#   env:    [{"name":"MODE","value":"fast","valueFrom":{"fieldRef":{"fieldPath":"status.hostIP"}}},
#            {"name":"MODE","value":"fast"}]
#   labels: {"app":"web","canary":"yes"}
#
# Hurt: scripts that remove a variable, container, toleration, rule or label through this client.
# Source: `pykube/utils.py`, `obj_merge` and `obj_check`, called by `APIObject.update` unless `is_strategic=False`.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check pykube-ng==23.6.0

cat > program.py <<'EOF'
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pykube

ENV = [
    {"name": "HOST", "valueFrom": {"fieldRef": {"fieldPath": "status.hostIP"}}},
    {"name": "MODE", "value": "fast"},
]
POD = {
    "apiVersion": "v1",
    "kind": "Pod",
    "metadata": {"name": "web", "namespace": "default", "labels": {"app": "web", "canary": "yes"}},
    "spec": {"containers": [{"name": "main", "image": "nginx", "env": ENV}]},
}
patches = []


class ApiServer(BaseHTTPRequestHandler):
    def do_GET(self):
        body = json.dumps(POD).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_PATCH(self):
        patches.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.do_GET()

    def log_message(self, *_):
        pass


server = HTTPServer(("127.0.0.1", 0), ApiServer)
threading.Thread(target=server.serve_forever, daemon=True).start()
api = pykube.HTTPClient(pykube.KubeConfig.from_url(f"http://127.0.0.1:{server.server_port}"))
pod = pykube.Pod.objects(api).get_by_name("web")
del pod.obj["spec"]["containers"][0]["env"][0]
del pod.labels["canary"]
pod.update()
for name, value in (
    ("env", patches[0]["spec"]["containers"][0]["env"]),
    ("labels", patches[0]["metadata"]["labels"]),
):
    print(f"{name}:", json.dumps(value, sort_keys=True, separators=(",", ":")))
EOF

seen=$(env/bin/python program.py)
expected='env: [{"name":"MODE","value":"fast","valueFrom":{"fieldRef":{"fieldPath":"status.hostIP"}}},{"name":"MODE","value":"fast"}]
labels: {"app":"web","canary":"yes"}'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: update() of pykube-ng.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
