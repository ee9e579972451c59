import { equal, test } from "../../harness.js";
import { claimState, modesText, shelvesOf, volumesOn } from "./storage.js";

const byName = (list, key = "name") => new Map(list.map((one) => [one[key], one]));
const volume = (name, more) => ({
  name,
  claim: null,
  nodes: null,
  zone: null,
  phase: "Available",
  driver: null,
  ...more,
});
const claim = (name, phase, of = null) => ({ key: `d/${name}`, ns: "d", name, phase, volume: of });
const pod = (name, node, ...claims) => ({
  key: `d/${name}`,
  ns: "d",
  name,
  node,
  claims,
  phase: "Running",
  holds: true,
});
const model = {
  nodes: byName([
    { name: "n1", zone: "a", volumeLimits: { csi: 2 } },
    { name: "n2", zone: "b", volumeLimits: {} },
  ]),
  volumes: byName([
    volume("used", { claim: "d/data", zone: "a", phase: "Bound", driver: "csi" }),
    volume("local", { nodes: ["n2"] }),
    volume("far", { zone: "z" }),
    volume("both", { nodes: ["n1", "n2"] }),
    volume("kept", { claim: "d/gone", phase: "Released" }),
  ]),
  claims: byName([claim("data", "Bound", "used"), claim("waits", "Pending")], "key"),
  pods: byName([pod("p", "n1", "data"), pod("q", null, "data", "waits"), pod("r", "n1")], "key"),
};

test("a disk stands below the zone it is tied to, what is tied to none or to several below them all", () => {
  const { zones, loose } = shelvesOf(model);
  const told = (disks) => disks.map((disk) => [disk.key, disk.state, disk.users.map((user) => user.name).join()]);

  equal(
    [...zones].map(([zone, disks]) => [zone, told(disks)]),
    [
      ["b", [["local", "free", ""]]],
      ["a", [["used", "bound", "p,q"]]],
    ],
  );
  equal(told(loose), [
    ["both", "free", ""],
    ["far", "free", ""],
    ["kept", "lost", ""],
    ["d/waits", "pending", "q"],
  ]);
});

test("a disk whose claim or volume is being deleted says so", () => {
  const leaving = { ...claim("data", "Bound", "used"), state: "Terminating" };
  const shelves = shelvesOf({ ...model, claims: byName([leaving], "key") });
  const disks = [...shelves.zones.values(), shelves.loose].flat();

  equal(
    disks.filter((disk) => disk.leaving).map((disk) => [disk.key, disk.leaving, disk.state]),
    [["used", "Terminating", "bound"]],
  );
});

test("a pod's sign is open until all its claims are bound", () => {
  equal(
    ["d/p", "d/q", "d/r"].map((key) => claimState(model.pods.get(key), model.claims)),
    ["bound", "open", ""],
  );
});

test("a node counts the volumes of its pods against the limit of their driver", () => {
  equal(
    [volumesOn(model.nodes.get("n1"), model), volumesOn(model.nodes.get("n2"), model)],
    [[{ driver: "csi", most: 2, used: 1 }], []],
  );
});

test("access modes are written as kubectl writes them", () => {
  equal([modesText(["ReadWriteOnce", "ReadOnlyMany"]), modesText(undefined)], ["RWO,ROX", ""]);
});
