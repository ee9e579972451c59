/** Manifests to begin with, in the order of the list; their names are kinds of Kubernetes. */
export const TEMPLATES = [
  {
    kind: "Pod",
    yaml: `apiVersion: v1
kind: Pod
metadata:
  name: my-pod
  labels: {app: my-app}
spec:
  containers:
    - name: app
      image: example/app:1
      resources:
        requests: {cpu: 500m, memory: 256Mi}
`,
  },
  {
    kind: "Deployment",
    yaml: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: my-app
spec:
  replicas: 3
  selector:
    matchLabels: {app: my-app}
  template:
    metadata:
      labels: {app: my-app}
    spec:
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: topology.kubernetes.io/zone
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: {app: my-app}
      containers:
        - name: app
          image: example/app:1
          resources:
            requests: {cpu: 500m, memory: 256Mi}
`,
  },
  {
    kind: "Node",
    yaml: `apiVersion: v1
kind: Node
metadata:
  name: my-node
  labels:
    kubernetes.io/hostname: my-node
    topology.kubernetes.io/zone: zone-a
status:
  capacity: {cpu: "4", memory: 8Gi, pods: "110"}
`,
  },
  {
    kind: "PriorityClass",
    yaml: `apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata:
  name: my-class
value: 1000
`,
  },
  {
    kind: "PodDisruptionBudget",
    yaml: `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: my-budget
spec:
  minAvailable: 1
  selector:
    matchLabels: {app: my-app}
`,
  },
  {
    kind: "StatefulSet",
    yaml: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: my-set
spec:
  serviceName: my-set
  replicas: 3
  selector:
    matchLabels: {app: my-set}
  template:
    metadata:
      labels: {app: my-set}
    spec:
      terminationGracePeriodSeconds: 30
      containers:
        - name: app
          image: example/app:1
          resources:
            requests: {cpu: 500m, memory: 256Mi}
`,
  },
  {
    kind: "Service",
    yaml: `apiVersion: v1
kind: Service
metadata:
  name: my-app
spec:
  selector: {app: my-app}
  ports:
    - port: 80
`,
  },
];

/** `text` with a template behind it, as a document of its own. Pure. */
export function withTemplate(text, template) {
  const before = text.trimEnd();
  return before ? `${before}\n---\n${template}` : template;
}
