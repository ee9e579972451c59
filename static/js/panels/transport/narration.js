/** One sentence a step: who acts and what happened, on the page and for screen readers. */
import { arrange, el, setClass, setText } from "../../el.js";
import { knows, parts, t } from "../../i18n.js";

const short = (key) => key.slice(key.indexOf("/") + 1);
const LONG = 60; // a text is no name
const MOST_TIED = 8; // nodes that one sentence names
const TAG = { scheduler: "acc", you: "warn", script: "warn" };

/** What preemption does at a stop; its words come with the drawing of causes. */
function postFilter({ preemption }, { act, id, left, node }, pod) {
  const sentence = `ui.cause.say_${act}`;
  if (!knows(sentence)) return { id: "ui.say.postfilter", args: { pod } };
  const args = { pod, node, n: left ?? preemption.candidates.length };
  return { id: sentence, args: id ? { ...args, criterion: { id: `criterion.${id}` } } : args };
}

/** The sentence for a stop inside a decision, as a message value. Pure. */
export function intoMessage({ decision, stops, k }) {
  const stop = stops[k];
  const pod = short(decision.pod);
  if (stop.point === "PreFilter") return { id: "ui.say.prefilter", args: { pod } };
  if (stop.point === "Filter") {
    const verdict = decision.nodes?.[stop.node];
    if (!verdict || verdict.code === "Success") return { id: "ui.say.filter_yes", args: { node: stop.node, pod } };
    return {
      id: "ui.say.filter_no",
      args: { node: stop.node, plugin: stop.speaker.plugin, reason: (verdict.reasons ?? []).join(", ") },
    };
  }
  if (stop.point === "PostFilter") return postFilter(decision, stop, pod);
  if (stop.point === "PreScore") return { id: "ui.say.prescore", args: { pod } };
  if (stop.plugin)
    return { id: "ui.say.score", args: { plugin: stop.plugin, weight: stop.weight } };
  if (stop.choice) {
    const node = decision.node ?? decision.best?.[0] ?? "";
    const total = stop.sums[node] ?? 0;
    const best = decision.best ?? [];
    if (best.length < 2) return { id: "ui.say.choice_best", args: { node, total } };
    const many = best.length > MOST_TIED;
    const args = { nodes: many ? [] : best, n: best.length, node, total };
    const id = decision.tie ? "ui.say.choice_tie" : "ui.say.choice_heap";
    return { id: many ? `${id}_of` : id, args };
  }
  return { id: "ui.say.reserve", args: { pod, node: decision.node ?? "" } };
}

/** The pod or node in `focus` with this name, as {pod} or {node}; null where there is none. Pure. */
export function named(text, focus) {
  const pod = focus?.pods.find((key) => key === text || short(key) === text);
  if (pod) return { pod };
  return focus?.nodes.includes(text) ? { node: text } : null;
}

/** Names in bold, those on the stage as buttons that lead there; what Kubernetes says in its own letters. */
function nodes(message, focus, link) {
  return parts(message.id, message.args ?? {}).map((p) => {
    if (typeof p === "string") return p;
    if (p.arg === "text" || p.arg === "reason") return el("span.mono", { text: p.text });
    const what = p.arg === "containers" ? null : named(p.text, focus); // a container may have the name of its pod
    if (what) return link(p.text, what);
    return p.text.length > LONG ? p.text : el("b", { text: p.text });
  });
}

/** `onShow(what)`: a name in the sentence was chosen. `onReach(element, what)`: one is pointed at, null: none. */
export function createNarration(root, { onShow, onReach }) {
  const link = (text, what) =>
    el("button.named", {
      type: "button", text,
      onclick: () => onShow(what),
      onpointerenter: (event) => onReach(event.target, what), onpointerleave: () => onReach(null, null),
      onfocus: (event) => onReach(event.target, what), onblur: () => onReach(null, null),
    });
  const who = el("span.tag.who");
  const text = el("span.said", { id: "narration" });
  const live = el("p.sr", { role: "status", "aria-live": "polite" });
  const aside = el("span.tag.aside", { hidden: true });
  root.append(el("div.say", null, who, text, aside), live);

  return {
    /** actor = scheduler | kubelet | controller | script | you | null */
    say(actor, message, { aloud = true, focus = null } = {}) {
      who.hidden = !actor;
      setClass(who, `tag who ${TAG[actor] ?? ""}`);
      setText(who, actor ? t(`ui.actor.${actor}`) : "");
      aside.hidden = true;
      arrange(text, []);
      text.append(...nodes(message, focus, link));
      text.title = text.textContent.length > 160 ? text.textContent : "";
      const sentence = text.textContent;
      if (aloud) setText(live, actor ? t("ui.text_of", { name: who.textContent, text: sentence }) : sentence);
    },
    /** Something about the time that follows, or good news, beside the sentence of the step. */
    beside(message, { good = false } = {}) {
      setClass(aside, `tag aside ${good ? "ok" : ""}`);
      setText(aside, t(message.id, message.args ?? {}));
      aside.hidden = false;
      setText(live, aside.textContent);
    },
    /** Something beside the steps (a copied link, a lost line). */
    announce: (words) => setText(live, words),
  };
}
