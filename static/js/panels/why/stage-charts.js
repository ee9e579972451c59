/** Which decision's spread charts stand below the nodes; the panel then does not repeat them. */
import { decisionOf, hasPage } from "./subject.js";

/** The pod whose decision the board shows: where the cursor stands, the chosen one, the one decided on last. */
function podOf({ model, into, chosen }) {
  return into?.decision.pod ?? chosen.pod ?? model.last?.pod ?? null;
}

export function createStageCharts({ app, stage, fragments, whyUrl }) {
  const show = (html) => app.classList.toggle("charts-on-stage", stage.show(html));
  return {
    render(view, acts) {
      const { model, into, plain } = view;
      const subject = { pod: podOf(view) };
      const drawn = stage.fits(plain) && decisionOf(subject, model, into)?.spreads;
      if (subject.pod && drawn && hasPage(subject, model, acts)) {
        fragments.read("stage", whyUrl(subject), show);
        return;
      }
      fragments.drop("stage");
      show(null);
    },
  };
}
