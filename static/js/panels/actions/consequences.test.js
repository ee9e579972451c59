import { equal, RULES, test, truthy as ok } from "../../harness.js";
import { breakAttachment, deleteNode, forceDelete } from "./consequences.js";

const cutOff = { hears: false, speaks: false, storage: true, since: 0, lease: 0, delay: 0 };
const pod = { key: "default/db-2", ns: "default", name: "db-2", uid: "a41c9", node: "n3", claims: ["data-db-2"] };

function model(node) {
  return {
    nodes: new Map([
      [
        "n3",
        {
          name: "n3",
          power: true,
          kubelet: true,
          registered: true,
          fenced: null,
          link: null,
          apart: Boolean(node.link) || node.power === false,
          volumes: [{ volume: "pv-2", claim: "default/data-db-2", attached: true, inUse: true, writer: ["a41c9"] }],
          ...node,
        },
      ],
    ]),
    pods: new Map([[pod.key, pod]]),
    identities: new Map([[pod.key, { key: pod.key, live: 1, unfenced: 1, nodes: ["n3"], alarm: false }]]),
    processes: new Map(
      node.link
        ? [["n3/a41c9", { node: "n3", uid: "a41c9", pod: pod.key, name: "db-2", state: "running", order: 0 }]]
        : [],
    ),
    claims: new Map([["default/data-db-2", { volume: "pv-2" }]]),
    volumes: new Map([["pv-2", { name: "pv-2", modes: ["ReadWriteOnce"], attached: ["n3"] }]]),
    rules: RULES,
  };
}

test("by force on a node that is cut off: two may run, the disk holds the new one back", () => {
  const { rows, safe, says } = forceDelete(pod, model({ link: cutOff }));
  equal(safe, false);
  equal(
    rows.map((row) => row.after.message.id),
    ["ui.danger.released", "ui.danger.up_to_two", "ui.danger.volume_waits"],
  );
  equal(rows[1].after.message.args.n, 2);
  equal(says.id, "ui.danger.force_says");
});

test("by force on a node without power is safe", () => {
  const { rows, safe } = forceDelete(pod, model({ power: false }));
  ok(safe);
  equal(rows[1].after.kind, "ok");
});

test("by force where the kubelet hears: it ends the process", () => {
  equal(forceDelete(pod, model({})).rows[1].after.message.id, "ui.danger.ends_soon");
});

test("a writer may go on without its attachment; nothing tells what runs on a node that is deleted", () => {
  const m = model({ link: cutOff });
  equal(breakAttachment("pv-2", m.nodes.get("n3"), m).rows[1].after.kind, "bad");
  equal(
    deleteNode(m.nodes.get("n3"), m).rows.map((row) => row.after.kind),
    ["bad", "bad"],
  );
  equal(deleteNode({ ...m.nodes.get("n3"), power: false }, m).safe, true);
});
