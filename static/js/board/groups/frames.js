/**
 * PodGroups in the queue: a frame around the cards of a group, with a seat for each pod that it needs, what it lacks,
 * and how often it is tried. All of it comes with the view of the group (docs/protocol.md); this draws it.
 */
import { arrange, el, setAttr, setText } from "../../el.js";
import { addWords, listed, say, t } from "../../i18n.js";
import { axisTime, grouped } from "../../format.js";

const nameOf = (key) => key.slice(key.indexOf("/") + 1);

/** How often a group is tried while nothing changes, as text; "" when it is not. Pure. */
export function triesText(spins) {
  return spins ? t("ui.seat.spins", { times: grouped(spins.perSecond), since: axisTime(spins.since) }) : "";
}

/** What a seat says. Pure. */
export const seatText = ({ pod, state }) => t(`ui.seat.${state}`, { pod: pod ? nameOf(pod) : "" });

/** The placements of the last cycle while none goes on: [whether the group goes there, what came of it]. Pure. */
export const placementsOf = ({ trial, cycle }) => (trial.length || !cycle ? [] : cycle.placements)
  .map(({ chosen, words }) => [chosen, say(words)]);

/** A frame, into which the cards of one lane go. */
function createFrame() {
  const hidden = { "aria-hidden": "true" };
  const name = el("b", hidden);
  const count = el("span.gf-n", hidden);
  const seats = el("span.gf-seats", hidden);
  const says = el("p.gf-says");
  const placements = el("ul.gf-places");
  const tries = el("p.gf-tries");
  const spoken = el("ul.sr");
  const cards = el("div.lane-list");
  const head = el("div.gf-head", hidden, name, count);
  const element = el("section.gf", null, head, seats, says, placements, tries, spoken, cards);
  let shown = null;

  function draw(group) {
    if (shown === group) return;
    shown = group;
    const words = group.seats ? say(group.seats.words) : "";
    setText(name, group.name);
    setText(count, words);
    setAttr(element, "aria-label", listed([t("ui.seat.group", { name: group.name }), words].filter(Boolean)));
    const list = group.seats?.list ?? [];
    const more = group.seats?.more ? [t("ui.queue.more", { n: group.seats.more })] : [];
    seats.replaceChildren(
      ...list.map((seat) => el(`i.seat.is-${seat.state}`, { title: seatText(seat) })), ...more);
    spoken.replaceChildren(...[...list.map(seatText), ...more].map((text) => el("li", { text })));
    const { condition } = group;
    setText(says, say(group.says));
    setAttr(says, "title", condition ? `${condition.reason}: ${condition.message}` : null);
    setText(tries, triesText(group.spins));
    placements.replaceChildren(
      ...placementsOf(group).map(([chosen, text]) => el(chosen ? "li.best" : "li", { text })));
    for (const line of [says, placements, tries, seats]) line.hidden = !line.childNodes.length;
  }

  return {
    element,
    update(group, elements) {
      draw(group);
      arrange(cards, elements);
    },
  };
}

export function createFrames(words) {
  const frames = new Map();
  if (words) addWords(words.words);

  return {
    /**
     * What stands in a lane: `elements` are the cards of `pods`; those of one group are in its frame, where the first
     * of them stood.
     */
    framed(lane, pods, elements, groups) {
      const members = new Map();
      const out = [];
      for (const [i, pod] of pods.entries()) {
        const group = groups.get(pod.group);
        if (!group) out.push(elements[i]);
        else if (members.has(pod.group)) members.get(pod.group).push(elements[i]);
        else {
          members.set(pod.group, [elements[i]]);
          const key = `${lane} ${pod.group}`;
          if (!frames.has(key)) frames.set(key, createFrame());
          out.push(frames.get(key).element);
        }
      }
      for (const key of frames.keys()) {
        const [at, group] = key.split(" ");
        if (at === lane && !members.has(group)) frames.delete(key);
      }
      for (const [key, cards] of members) frames.get(`${lane} ${key}`).update(groups.get(key), cards);
      return out;
    },
  };
}
