/** The head of a node: its name as a button, and what of it is requested. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { decimal, listed, t } from "../../i18n.js";
import { cores, middleCut, tailCut } from "../../format.js";
import { createDevices, deviceLines } from "./devices.js";
import { verdictText } from "./verdict-line.js";

const CHAR_PX = { capacity: 6.2, name: 7.8, onWall: 9.8 }; // a projector's names are larger than its other text
const LEAST_CHARS = { plain: 8, tagged: 5 };
const TAG_ROOM = "      "; // as wide as what stands around a tag
const SHORT_CHARS = { racks: 8, grid: 5 }; // on the narrowest rack and square

const taintText = ({ key, value, effect }) => `${key}${value ? `=${value}` : ""}:${effect}`;

/** All that a card shows of its node, for those who do not see it. */
function wordsOf({ node, pods, verdict }) {
  return listed([
    node.name,
    t("ui.node.used", { used: cores(node.requested.cpu), all: cores(node.cpu) }),
    t("ui.node.pods", { n: pods.length }),
    ...deviceLines(node.devices ?? []),
    node.added ? t("ui.node.added_hint") : "",
    node.skewed ? t("ui.node.skewed", { version: node.version }) : "",
    node.cordoned ? t("ui.verdict.cordoned") : "",
    ...(node.taints ?? []).map((taint) => t("ui.node.taint", { taint: taintText(taint) })),
    verdictText(verdict),
  ].filter(Boolean));
}

function capacityText({ node: { requested, pods }, plain, size }) {
  if (plain) return `${t("ui.word.pods")} ${requested.pods}/${pods}`;
  return size === "cards" ? t("ui.node.cpu_of", { of: decimal(requested.cpuOf) }) : decimal(requested.cpuOf);
}

/** What is requested, at the end of the head. */
function createCapacity() {
  const [amount, memory] = [el("span"), el("span.capm")];
  const element = el("span.cap", null, amount, memory);
  return {
    element,
    render(words, memoryWords) {
      setText(amount, words);
      setText(memory, memoryWords);
    },
  };
}

/** What a card has space for beside the name, and a rack has not. */
function createTags() {
  const scaled = el("span.tag.own", { hidden: true, text: t("ui.node.own_scale"), title: t("ui.node.own_scale_hint") });
  const added = el("span.tag.added", { hidden: true, text: t("ui.node.added"), title: t("ui.node.added_hint") });
  const version = el("span.tag.skewed", { hidden: true });
  const devices = createDevices();
  return {
    elements: [added, version, scaled, devices.element],
    render({ node, own, size }) {
      scaled.hidden = !own;
      version.hidden = !node.skewed || size !== "cards";
      setText(version, version.hidden ? "" : node.version);
      setAttr(version, "title", version.hidden ? null : t("ui.node.skewed", { version: node.version }));
      added.hidden = !node.added || size !== "cards";
      devices.update(size === "cards" ? node.devices : []);
    },
  };
}

export function createHeader(name) {
  const title = el("button.nodename", { type: "button", tabindex: "-1", "data-node": name });
  const element = el("header", null, title);
  let capacity = null;
  let tags = null;

  /** Characters of the name that fit beside so many of the capacity. */
  function space({ chars, k = 1, own, size }, beside) {
    const perChar = k > 1 ? CHAR_PX.onWall : CHAR_PX.name;
    const least = LEAST_CHARS[own && size === "cards" ? "tagged" : "plain"];
    return Math.max(least, Math.floor((chars.card - CHAR_PX.capacity * beside.length) / perChar));
  }

  /** The name within `max` characters: a domain goes first, where the nodes differ without it. */
  function cutName(max, short = name) {
    if (max < LEAST_CHARS.plain && name.length > max) return tailCut(short, max);
    const [host] = name.split(".");
    return middleCut(name.length > max && host.includes(short) ? host : name, max);
  }

  function drawCapacity() {
    capacity = createCapacity();
    element.append(capacity.element);
    return capacity;
  }

  function drawTags() {
    tags = createTags();
    title.after(...tags.elements);
    return tags;
  }

  /** What the button says of its node. A card that is far from what is seen says its name alone. */
  function speak(view) {
    const { node, chosen, far } = view;
    const skew = node.skewed && t("ui.node.skewed", { version: node.version });
    const hints = [node.added && t("ui.node.added_hint"), skew];
    setAttr(title, "title", [name, ...hints.filter(Boolean)].join("\n"));
    setAttr(title, "aria-label", far ? name : wordsOf(view));
    setAttr(title, "aria-pressed", chosen.node === name ? "true" : "false");
  }

  return {
    element, title,
    render(view) {
      speak(view);
      const { node, size, plain } = view;
      const text = capacityText(view);
      const own = view.own && size === "cards";
      const tagged = [node.added && t("ui.node.added"), node.skewed && node.version, own && t("ui.node.own_scale")]
        .filter(Boolean);
      const beside = [text, ...tagged].join(TAG_ROOM);
      const memoryText = size === "cards" && !plain
        ? ` · ${t("ui.node.memory_of", { of: decimal(node.requested.memOf) })}` : "";
      // memory, which has its column, gives way to the name
      const whole = name.length <= space(view, beside + memoryText);
      (capacity ?? drawCapacity()).render(text, whole ? memoryText : "");
      setText(title, size === "cards" ? cutName(whole ? name.length : space(view, beside), view.short)
        : tailCut(view.short, SHORT_CHARS[size]));
      const stacked = size === "racks" && view.stacked;
      const dotted = (node.added || node.skewed) && size !== "cards";
      setClass(element, [stacked && "stacked", dotted && "added"].filter(Boolean).join(" "));
      if (tags || size === "cards") (tags ?? drawTags()).render(view);
    },
  };
}
