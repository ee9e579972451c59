/** What the server says of the things of a run, and of what can be done to each, at the step that is shown. */
import { t } from "../i18n.js";
import { fetchInTime } from "../net/http.js";

/** How a thing is called: `Pod default/low1`. */
export const nameOf = ({ kind, key }) => (kind === "" ? t("ui.hand.cluster") : `${kind} ${key}`);

/** How a verb is called: by the words of the palette, or by those of podium's faults. */
export function wordsOf(verb) {
  if (verb.group === "add" && verb.args.kind === "zone") return t("ui.hand.verb.add_zone");
  const ours = verb.group === "add" || verb.group === "kubectl" || /^(zone_|probe_)/.test(verb.id);
  return t(ours ? `ui.hand.verb.${verb.id}` : `ui.fault.${verb.id}`, verb.args);
}

/** `run()` and `at()` say what is shown. `verbs` and `things` answer null where nothing can be had. */
export function createDirectory({ run, at, fetch = fetchInTime }) {
  let cache = { mark: "", answers: new Map() };

  async function read(path, query) {
    const address = `/r/${run()}/${path}?${new URLSearchParams({ at: at(), ...query })}`;
    const mark = `${run()} ${at()}`;
    if (cache.mark !== mark) cache = { mark, answers: new Map() };
    const { answers } = cache;
    if (!answers.has(address)) {
      const answer = fetch(address, { headers: { Accept: "application/json" } });
      answers.set(address, answer.then((came) => (came.ok ? came.json() : { gone: came.status === 404 })));
    }
    try {
      return await answers.get(address);
    } catch {
      answers.delete(address);
      return { gone: false };
    }
  }

  return {
    /** {kind, key, verbs, related}, or {gone}: whether there is no such thing or run, or no answer. */
    verbs: ({ kind, key }) => read("verbs", { kind, key }),
    /** {things, more}, or {gone}. */
    things: (q) => read("things", { q }),
  };
}
