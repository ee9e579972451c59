/** What of the landscape is seen: a place on the screen is place × `z` + (x, y). Pure. */
const MOST_PX = 150; // of the side of a square: it then holds its whole name
const LEAST_ZOOM = 2; // that one can come closer

/** How close one can come to squares of so many pixels. */
export const closest = (px) => Math.max(LEAST_ZOOM, MOST_PX / px);

export const WHOLE = Object.freeze({ z: 1, x: 0, y: 0 });

/** The camera no further out than all, no closer than `most`, no further aside than the edge of what is drawn. */
export function held({ z, x, y }, { width, height, most }) {
  const zoom = Math.min(most, Math.max(1, z));
  const within = (at, side) => Math.min(0, Math.max(side * (1 - zoom), at));
  return { z: zoom, x: within(x, width), y: within(y, height) };
}

/** Closer by a factor, with the point (px, py) of the screen where it is. */
export function zoomed(camera, by, [px, py], room) {
  const z = Math.min(room.most, Math.max(1, camera.z * by));
  const k = z / camera.z;
  return held({ z, x: px - (px - camera.x) * k, y: py - (py - camera.y) * k }, room);
}

export const moved = (camera, dx, dy, room) => held({ ...camera, x: camera.x + dx, y: camera.y + dy }, room);

/** The camera from which a square is seen, as little moved as that needs. */
export function revealing(camera, [left, top, px], room) {
  const by = (at, offset, side) => {
    const [from, to] = [at * camera.z + offset, (at + px) * camera.z + offset];
    if (from < 0) return -from;
    return to > side ? side - to : 0;
  };
  return moved(camera, by(left, camera.x, room.width), by(top, camera.y, room.height), room);
}

/** A point of the screen as a place of the landscape. */
export const placeAt = ({ z, x, y }, [px, py]) => [(px - x) / z, (py - y) / z];
