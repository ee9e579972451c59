import { equal, test } from "../../harness.js";
import { shelvesOf } from "./storage.js";

const byKey = (list) => new Map(list.map((view) => [view.key ?? view.name, view]));
const disk = (key, more = {}) => ({ key, volume: key, claim: null, zone: null, users: [], ...more });
const alone = (key, more = {}) => disk(key, { volume: null, claim: key, ...more });
const model = {
  volumes: byKey([{ name: "used" }, { name: "free" }, { name: "far" }]),
  claims: byKey([{ key: "d/z" }, { key: "d/data" }, { key: "d/a" }]),
  pods: byKey([{ key: "d/p" }, { key: "d/q" }]),
  disks: byKey([
    alone("d/a"),
    disk("used", { claim: "d/data", zone: "a", users: ["d/p", "d/q", "d/gone"] }),
    alone("d/z", { users: ["d/q"] }),
    disk("free", { zone: "a" }),
    disk("far"),
  ]),
};

test("disks stand in the shelf that the server names: volumes by name, then claims as they were made", () => {
  const { zones, loose } = shelvesOf(model);

  equal([...zones].map(([zone, disks]) => [zone, disks.map(({ key }) => key)]), [["a", ["free", "used"]]]);
  equal(loose.map(({ key }) => key), ["far", "d/z", "d/a"]);
});

test("a disk has the views that it names", () => {
  const [, used] = shelvesOf(model).zones.get("a");

  equal([used.volume, used.claim, used.users], [{ name: "used" }, { key: "d/data" }, [{ key: "d/p" }, { key: "d/q" }]]);
  equal(shelvesOf(model).loose[1].volume, null);
});
