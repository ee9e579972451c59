/** Which decision's spread charts stand below the nodes; the panel then does not repeat them. */
import { nextCounted } from "../../board/decision/verdicts.js";
import { decisionOf, hasPage, shownSubject } from "./subject.js";

/**
 * The pod whose charts the board shows, or null: the one in whose decision the cursor stands, the one that a person
 * chose, the one whose verdicts stand on the nodes, else the hero of the scenario. Pure.
 */
export function chartedPod({ model, into, chosen, picked }) {
  const last = nextCounted(model) ? null : model.last;
  const decided = last?.spreads ? last.pod : null;
  return into?.decision.pod ?? picked.pod ?? decided ?? chosen.pod ?? last?.pod ?? null;
}

/** The pod whose decision, which has no charts, stands in their place, or null: as above, but no hero. Pure. */
export function uncharted({ model, into, picked }) {
  const last = nextCounted(model) ? null : model.last;
  const pod = into?.decision.pod ?? picked.pod ?? last?.pod ?? null;
  return decisionOf({ pod }, model, into) ? pod : null;
}

export function createStageCharts({ app, stage, fragments, whyUrl }) {
  return {
    /**
     * view = {model, into, plain, chosen: what is meant, picked: what a person chose of it, chartsCome: whether charts
     * stand here at a later step, charted: whether they do at some step}
     */
    render(view, acts) {
      const { model, into, plain, charted } = view;
      const drawn = Boolean(decisionOf({ pod: chartedPod(view) }, model, into)?.spreads);
      const subject = { pod: drawn ? chartedPod(view) : uncharted(view) };
      const inPanel = shownSubject(view)?.pod === subject.pod;
      const name = subject.pod?.slice(subject.pod.indexOf("/") + 1);
      function show(html) {
        const there = stage.show(html, drawn ? null : name);
        for (const what of ["charts", "scores"]) app.classList.toggle(`${what}-on-stage`, there === what && inPanel);
      }
      if (subject.pod && stage.fits(plain) && charted && hasPage(subject, model, acts)) {
        fragments.read("stage", whyUrl(subject), show);
        return;
      }
      fragments.drop("stage");
      show(null);
      const next = into ? null : nextCounted(model);
      if (next && stage.fits(plain)) stage.count(next.name, model.tallies.get(next.tally));
      else if (view.chartsCome && stage.fits(plain)) stage.promise();
    },
  };
}
