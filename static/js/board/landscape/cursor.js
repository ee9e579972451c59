/**
 * The keys of a landscape: arrows go from square to square, with Shift they draw a frame; Enter chooses a node, the
 * space bar selects it.
 */
import { frameAround, namesIn } from "./ground.js";
import { neighbour } from "./shown.js";

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** `zoom` = the factor of one press. */
export function bindCursor(cursor, ground, { sight, selection, onChoose, zoom }) {
  const nameHere = () => ground.squares[ground.at].node.name;

  function toggle(name) {
    const { names } = selection;
    selection.set(names.includes(name) ? names.filter((other) => other !== name) : [...names, name]);
  }

  /** The frame from the square where the keyboard began it to where it stands. */
  function stretch(direction) {
    const from = ground.from ?? ground.at;
    sight.standAt(neighbour(ground.places, ground.at, direction));
    ground.from = from;
    selection.set(namesIn(ground, frameAround(ground, from, ground.at)), { framed: true });
  }

  const keys = {
    Enter: () => onChoose({ node: nameHere() }),
    " ": () => toggle(nameHere()),
    Home: () => sight.standAt(0),
    End: () => sight.standAt(ground.squares.length - 1),
    "+": () => sight.zoomAtMiddle(zoom),
    "-": () => sight.zoomAtMiddle(1 / zoom),
    0: sight.whole,
  };

  cursor.addEventListener("keydown", (event) => {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || !ground.squares.length) return;
    if (ARROWS[key] && event.shiftKey) stretch(ARROWS[key]);
    else if (ARROWS[key]) sight.standAt(neighbour(ground.places, ground.at, ARROWS[key]));
    else if (key === "Escape" && selection.names.length) selection.set([]);
    else if (keys[key]) keys[key]();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  cursor.addEventListener("focus", () => {
    if (cursor.matches(":focus-visible") && ground.squares.length) sight.standAt(ground.at, { speaks: false });
  });
  cursor.addEventListener("blur", sight.hideLens);
}
