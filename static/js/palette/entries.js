/** Entries of the palette: {group, text, line, run, thing?}. Pure but for the words. */
import { t } from "../i18n.js";
import { nameOf, wordsOf } from "./directory.js";

const ORDER = ["verb", "add", "view", "thing", "page", "scenario", "lesson"];
const FIRST = { verb: 6, add: 4, view: 3, thing: 5, page: 1, scenario: 0, lesson: 0 };

/** Verbs of a thing, as `directory.verbs` tells them. */
export function ofVerbs({ verbs = [], ...thing }, { runner }) {
  return verbs.map((verb) => ({
    group: verb.group === "add" ? "add" : "verb",
    text: thing.kind ? `${wordsOf(verb)} · ${nameOf(thing)}` : wordsOf(verb),
    verb: wordsOf(verb),
    line: runner.line(verb),
    bad: verb.level === "bad",
    run: () => runner.verb(verb, thing),
  }));
}

export const ofThings = (things, onThing) =>
  things.map((thing) => ({ group: "thing", text: nameOf(thing), line: "", thing, run: () => onThing(thing) }));

export const ofPlaces = (places, go) =>
  places.map(({ group, words, url }) => ({ group, text: words, line: "", run: () => go(url) }));

export const ofViews = (views) =>
  Object.entries(views).filter(([, run]) => run).map(([name, run]) => ({
    group: "view", text: t(`ui.hand.view.${name}`), line: "", run,
  }));

/**
 * All in the order of their groups, each with its weight in a search. What removes something is the last deed, and less
 * than a thing whose name has what was typed: "del" goes to the pod del-7 rather than deletes it.
 */
export function inOrder(entries) {
  const weighed = entries.map((entry) => ({ ...entry, weight: entry.bad ? FIRST.thing - 1 : FIRST[entry.group] }));
  const place = ({ group, bad }) => (bad ? ORDER.indexOf("thing") - 0.5 : ORDER.indexOf(group));
  return weighed.sort((a, b) => place(a) - place(b));
}
