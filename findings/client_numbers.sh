#!/usr/bin/env bash
# kubernetes 37.0.2 and 36.0.3 of PyPI, the official Python client: `utils.create_from_dict`, which `create_from_yaml`
# calls for each document.
#
# Expected: a manifest that kubectl applies is sent to the API server, which knows what is valid.
# Seen: since 37 the models check it first and call a quantity a string. `cpu: 1` without quotes, as manifests
# have it and the API reads it, is a ValidationError, and so are `cpu: 0.5`, `divisor: 1` and each field that a newer
# cluster has and the models lack. 36 sends all of them. On the way back 37 drops such a field without an error, as
# 36 does: the same document is refused when it is sent and read when it comes.
#
# Output seen (what the server gets):
#   cpu "1":                36 sends it, 37 sends it
#   cpu 1, cpu 0.5:         36 sends it, 37 ValidationError
#   divisor 1:              36 sends it, 37 ValidationError
#   a field of tomorrow:    36 sends it, 37 ValidationError
#   read with that field:   36 without it, 37 without it
#
# Hurt: whatever applies manifests through this client, after the update to 37.
# Source: k8s.io/apimachinery `pkg/api/resource/quantity.go`, `Quantity.UnmarshalJSON` takes a number as well as a text;
# the models of 37 have `Dict[str, StrictStr]` for requests and limits.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

cat > program.py <<'EOF'
import http.server
import json
import sys
import threading

from kubernetes import client, utils


class Server(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        received.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.answer(pod())

    def do_GET(self):
        self.answer(pod(tomorrow=True))

    def answer(self, document):
        body = json.dumps(document).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def pod(requests=None, divisor="1", **spec):
    reference = {"resource": "limits.cpu", "divisor": divisor}
    container = {
        "name": "web",
        "image": "nginx",
        "resources": {"requests": requests or {"cpu": "1"}},
        "env": [{"name": "CPUS", "valueFrom": {"resourceFieldRef": reference}}],
    }
    spec = {"containers": [container], **spec}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "web"}, "spec": spec}


def created(manifest):
    received.clear()
    try:
        utils.create_from_dict(api, manifest)
    except Exception as error:
        return type(error).__name__
    return "sends it" if received == [manifest] else f"sends {received}"


received = []
server = http.server.HTTPServer(("127.0.0.1", 0), Server)
threading.Thread(target=server.serve_forever, daemon=True).start()
configuration = client.Configuration()
configuration.host = f"http://127.0.0.1:{server.server_port}"
api = client.ApiClient(configuration)
release = sys.argv[1]
print(f'cpu "1": {release}', created(pod()))
print(f"cpu 1: {release}", created(pod({"cpu": 1})))
print(f"cpu 0.5: {release}", created(pod({"cpu": 0.5})))
print(f"divisor 1: {release}", created(pod(divisor=1)))
print(f"a field of tomorrow: {release}", created(pod(tomorrow=True)))
answer = api.sanitize_for_serialization(client.CoreV1Api(api).read_namespaced_pod("web", "default"))
print(f"read with that field: {release}", "with it" if "tomorrow" in answer["spec"] else "without it")
EOF

seen=$(
  for version in 36.0.3 37.0.2; do
    python3 -m venv "env-$version"
    "env-$version/bin/pip" install --quiet --disable-pip-version-check "kubernetes==$version"
    "env-$version/bin/python" program.py "${version%%.*}"
  done
)
expected='cpu "1": 36 sends it
cpu 1: 36 sends it
cpu 0.5: 36 sends it
divisor 1: 36 sends it
a field of tomorrow: 36 sends it
read with that field: 36 without it
cpu "1": 37 sends it
cpu 1: 37 ValidationError
cpu 0.5: 37 ValidationError
divisor 1: 37 ValidationError
a field of tomorrow: 37 ValidationError
read with that field: 37 without it'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: manifests in the Python client.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
