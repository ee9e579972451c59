/**
 * Disks in their shelves. Pure.
 *
 * Disk = the server's view of a disk, with the views it names: {key, state, phase, leaving, modes, zone,
 *   volume: VolumeView | null, claim: ClaimView | null, users: [PodView]}
 */

/** Volumes by name, then claims in the order of their creation. */
function inOrder(model) {
  const places = new Map([...model.claims.keys()].map((key, i) => [key, i]));
  const [volumes, claims] = [[], []];
  for (const disk of model.disks.values()) (disk.volume === null ? claims : volumes).push(disk);
  volumes.sort((a, b) => (a.key < b.key ? -1 : 1));
  claims.sort((a, b) => places.get(a.key) - places.get(b.key));
  return [...volumes, ...claims];
}

/** {zones: Map of zone → disks, loose: disks that no zone holds}. */
export function shelvesOf(model) {
  const shelves = { zones: new Map(), loose: [] };
  for (const disk of inOrder(model)) {
    const shown = {
      ...disk,
      volume: model.volumes.get(disk.volume) ?? null,
      claim: model.claims.get(disk.claim) ?? null,
      users: disk.users.map((key) => model.pods.get(key)).filter(Boolean),
    };
    if (disk.zone === null) shelves.loose.push(shown);
    else if (shelves.zones.has(disk.zone)) shelves.zones.get(disk.zone).push(shown);
    else shelves.zones.set(disk.zone, [shown]);
  }
  return shelves;
}
