/** The tags of a node in trouble: what its machine is, its taints, its drain, its zone. */
import { arrange, el, setClass } from "../../el.js";
import { icon } from "../../icons.js";
import { say, t } from "../../i18n.js";
import { signsOf } from "./faults.js";

const CORDONED = "node.kubernetes.io/unschedulable"; // the verdict line says so

const [CHAR_PX, TAG_PX, ICON_PX] = [6.4, 18, 16];
const NARROW_PX = 170;
const BESIDE_CHARS = { whole: 12, split: 40 }; // of a name and a zone on one line

/** Taints of Kubernetes' own keys as tags, the effects of one key on one of them. */
function taintTags(taints) {
  const byKey = new Map();
  for (const { key, value, effect } of taints) {
    if (!key.startsWith("node.kubernetes.io/") || key === CORDONED) continue;
    const name = `${key}${value ? `=${value}` : ""}`;
    byKey.set(name, [...(byKey.get(name) ?? []), effect]);
  }
  return [...byKey].map(([name, effects]) => ({
    icon: null, kind: "warn", words: `${name.slice(name.indexOf("/") + 1)}:${effects.join(", ")}`,
    title: effects.map((effect) => `${name}:${effect}`).join("\n"),
  }));
}

/** Tags of a node in trouble: [{icon, kind, words}]. */
export function tagsOf(node, model, zoned) {
  const out = signsOf(node).map(({ icon: sign, kind, message }) => ({ icon: sign, kind, words: say(message) }));
  if (!node.ready && node.registered !== false) out.unshift({ icon: "cut", kind: "bad", words: "NotReady" });
  out.push(...taintTags(node.taints ?? []));
  const drain = model.drains?.get(node.name);
  if (drain && (node.cordoned || !drain.done))
    out.push({
      icon: drain.done ? "check" : "arrow",
      kind: "",
      words: drain.done ? t("ui.sign.drained") : t("ui.sign.draining", { n: drain.left.length }),
    });
  if (zoned && node.zone) out.push({ icon: null, kind: "out", words: node.zone });
  return out;
}

/** Whether the zone of a node has space beside its name, so that it takes no line of its own. Pure. */
export const zoneBeside = ({ name, zone }, split) =>
  name.length + zone.length <= BESIDE_CHARS[split ? "split" : "whole"];

/** Lines that tags take on a card of so many pixels, on which they wrap; without: on a narrow one. Pure. */
export function signLines(tags, px = NARROW_PX) {
  let [lines, left] = [0, 0];
  for (const { icon: sign, words } of tags) {
    const width = words.length * CHAR_PX + TAG_PX + (sign ? ICON_PX : 0);
    if (width > left) [lines, left] = [lines + 1, px];
    left -= width;
  }
  return lines;
}

export function createSigns() {
  const element = el("ul.signs", { "aria-label": t("ui.sign.label") });
  let drawn = "";
  return {
    element,
    update(tags) {
      element.hidden = tags.length === 0;
      const signature = JSON.stringify(tags);
      if (signature === drawn) return;
      drawn = signature;
      arrange(element, tags.map((tag) => {
        const item = el("li.tag", { title: tag.title ?? null }, tag.icon ? icon(tag.icon) : null, tag.words);
        setClass(item, `tag ${tag.kind}`.trim());
        return item;
      }));
    },
  };
}
