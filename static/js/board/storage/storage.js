/**
 * Claims and volumes on the board: which disk stands in which shelf. Pure.
 *
 * Disk = {key, state: "bound" | "free" | "pending" | "lost", claim: ClaimView | null, volume: VolumeView | null, users:
 *   [PodView], phase}
 * A disk is a volume with the claim it is bound to, a volume without one, or a claim that still waits for its volume.
 */
import { holds } from "../pods.js";

const MODES = { ReadWriteOnce: "RWO", ReadOnlyMany: "ROX", ReadWriteMany: "RWX", ReadWriteOncePod: "RWOP" };

/** kubectl's short names of access modes: "RWO,ROX". */
export function modesText(modes) {
  return (modes ?? []).map((mode) => MODES[mode] ?? mode).join(",");
}

/** Claim key → pods that use it, in their order. */
export function usersOf(pods) {
  const users = new Map();
  for (const pod of pods) {
    for (const name of pod.claims ?? []) {
      const key = `${pod.ns}/${name}`;
      if (!users.has(key)) users.set(key, []);
      users.get(key).push(pod);
    }
  }
  return users;
}

/** What a pod's disk sign says: "" no claims, "open" some claim has no volume yet (or is not there), else "bound". */
export function claimState(pod, claims) {
  if (!pod.claims?.length) return "";
  return pod.claims.every((name) => claims.get(`${pod.ns}/${name}`)?.phase === "Bound") ? "bound" : "open";
}

function stateOf(volume, claim) {
  const phase = claim && claim.phase !== "Pending" ? claim.phase : volume?.phase ?? claim?.phase;
  if (phase === "Bound") return "bound";
  if (phase === "Lost" || phase === "Failed" || phase === "Released") return "lost";
  return volume ? "free" : "pending";
}

/**
 * Zone a volume stands in: its own, or that of the nodes it is tied to; null where it is tied to none, or to several.
 */
function zoneOf(volume, nodes) {
  if (volume?.nodes) {
    const zones = new Set(volume.nodes.map((name) => nodes.get(name)?.zone));
    return zones.size === 1 ? [...zones][0] ?? null : null;
  }
  return [...nodes.values()].some((node) => node.zone === volume?.zone) ? volume.zone : null;
}

/** {zones: Map of zone → disks, loose: disks that no zone holds}, by name. */
export function shelvesOf(model) {
  const users = usersOf(model.pods.values());
  const shelves = { zones: new Map(), loose: [] };
  const seen = new Set();
  const disk = (volume, claim) => ({
    key: volume ? volume.name : claim.key,
    volume,
    claim,
    state: stateOf(volume, claim),
    users: claim ? (users.get(claim.key) ?? []) : [],
    phase: claim && !volume ? claim.phase : volume.phase,
    leaving: [claim, volume].find((one) => one?.state === "Terminating")?.state,
  });
  for (const volume of [...model.volumes.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const claim = model.claims.get(volume.claim) ?? null;
    const mine = claim?.volume === volume.name ? claim : null;
    if (mine) seen.add(mine.key);
    const zone = zoneOf(volume, model.nodes);
    if (zone === null) shelves.loose.push(disk(volume, mine));
    else if (shelves.zones.has(zone)) shelves.zones.get(zone).push(disk(volume, mine));
    else shelves.zones.set(zone, [disk(volume, mine)]);
  }
  for (const claim of model.claims.values()) if (!seen.has(claim.key)) shelves.loose.push(disk(null, claim));
  return shelves;
}

/** How many volumes a node has of each driver that limits them: [{driver, used, most}]. */
export function volumesOn(node, model) {
  const limits = Object.entries(node.volumeLimits ?? {});
  if (!limits.length) return [];
  const there = new Map();
  for (const pod of model.pods.values()) {
    if (pod.node !== node.name || !holds(pod)) continue;
    for (const name of pod.claims ?? []) {
      const volume = model.volumes.get(model.claims.get(`${pod.ns}/${name}`)?.volume);
      if (volume) there.set(volume.name, volume.driver);
    }
  }
  return limits.map(([driver, most]) => ({
    driver,
    most,
    used: [...there.values()].filter((d) => d === driver).length,
  }));
}
