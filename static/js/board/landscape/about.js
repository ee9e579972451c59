/** The decision whose verdicts the squares show: that about the chosen pod, asked for where it is not the newest. */
import { outlineOf } from "../../net/frames.js";
import { readJson } from "../../net/http.js";

/** `run()` = the id of the run, `onCome()`: the decision is there. `read` is `readJson`, or a test's. */
export function createAbout({ run, onCome, read = readJson }) {
  const kept = { key: "", decision: null };

  async function ask(key, pod, at) {
    Object.assign(kept, { key, decision: null });
    const answer = await read(`/r/${run()}/verdicts?${new URLSearchParams({ at, pod })}`);
    if (kept.key !== key || !answer) return;
    kept.decision = outlineOf(answer);
    onCome();
  }

  /** The decision, or null where the newest one counts. */
  return ({ model, chosen, into }) => {
    const pod = model.pods.get(chosen.pod);
    if (!run || !pod || into || model.last?.pod === pod.key) return null;
    const brief = model.decisions.get(pod.key);
    if (!brief && !pod.attempts) return null;
    const key = `${pod.uid}|${brief ? brief.cycle : pod.attempts}`;
    if (key !== kept.key) ask(key, pod.key, model.seq);
    return kept.key === key ? kept.decision : null;
  };
}
