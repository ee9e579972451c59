/** Which decision's spread charts stand below the nodes; the panel then does not repeat them. */
import { decisionOf, hasPage, shownSubject } from "./subject.js";

/**
 * The pod whose charts the board shows, or null: the one in whose decision the cursor stands, the one that a person
 * chose, the one whose verdicts stand on the nodes, else the hero of the scenario. Pure.
 */
export function chartedPod({ model, into, chosen, wanted }) {
  const { last } = model;
  const decided = last?.spreads ? last.pod : null;
  return into?.decision.pod ?? wanted.pod ?? decided ?? chosen.pod ?? last?.pod ?? null;
}

export function createStageCharts({ app, stage, fragments, whyUrl }) {
  return {
    /**
     * view = {model, into, plain, chosen: what is meant, wanted: what a person chose of it, chartsCome: whether charts
     * stand here at a later step and none has yet}
     */
    render(view, acts) {
      const { model, into, plain } = view;
      const subject = { pod: chartedPod(view) };
      const inPanel = shownSubject(view)?.pod === subject.pod;
      const show = (html) => app.classList.toggle("charts-on-stage", stage.show(html) && inPanel);
      const drawn = stage.fits(plain) && decisionOf(subject, model, into)?.spreads;
      if (subject.pod && drawn && hasPage(subject, model, acts)) {
        fragments.read("stage", whyUrl(subject), show);
        return;
      }
      fragments.drop("stage");
      show(null);
      if (view.chartsCome && stage.fits(plain)) stage.promise();
    },
  };
}
