/** The changed document of a run: it survives a reload, becomes a run of its own, or goes. */
import { copied, store, stored } from "../browser.js";
import { fetchInTime } from "../net/http.js";
import { t } from "../i18n.js";
import { withObjects } from "./document/parts.js";

const RECREATE = "podium.recreate";

/** A manifest that the API server refused for a living object, and that is to be the start; once. */
function toRecreate() {
  const draft = stored(RECREATE, { tab: true });
  store(RECREATE, null, { tab: true });
  return draft;
}

/**
 * `base` = the document as it is, `source` the one that the page came with: the same, or that of another run. `start`
 * of the answer is the text to begin with.
 */
export function createDraft({ app, base, source, text, second, clock, set, tell }) {
  const key = `podium.change.${app.dataset.run}`;
  const beside = source !== base; // two runs beside each other: nothing of one's own yet
  const form = document.getElementById("keep");
  const discard = document.getElementById("discard");
  const share = document.getElementById("share-comparison");

  form.addEventListener("submit", () => {
    form.elements.text.value = text();
    form.elements.t.value = String(second());
    if (!beside) store(key, null);
  });
  discard.addEventListener("click", () => {
    set(base);
    store(key, null);
  });

  /** The address of the comparison: of two runs as they are, else the changed document becomes a run first. */
  async function address() {
    const query = `t=${second()}`;
    if (app.dataset.with && text() === source) return `${location.pathname}?with=${app.dataset.with}&${query}`;
    const body = new FormData(form);
    body.set("text", text());
    body.set("t", String(second()));
    const response = await fetchInTime(form.action, { method: "POST", body, headers: { Accept: "application/json" } });
    if (!response.ok) return null;
    return `${(await response.json()).compare}&${query}`;
  }

  share.addEventListener("click", async () => {
    const path = await address().catch(() => null);
    if (!path) {
      tell(t("ui.change.lost"));
      return;
    }
    const url = new URL(path, location.href).href;
    tell(await copied(url) ? t("ui.change.link_copied") : t("ui.change.kept_as", { url }));
  });

  const manifest = toRecreate();
  const begun = beside ? source : stored(key) ?? source;
  let later = null;
  return {
    start: manifest ? withObjects(begun, manifest) : begun,
    /** The text is another: it is kept in this browser a moment later. */
    changed(now) {
      const same = now === base;
      for (const button of [discard, form.querySelector("button"), share]) button.disabled = same;
      if (beside) return;
      later?.();
      later = clock.timer(200, () => store(key, same ? null : now));
    },
  };
}
