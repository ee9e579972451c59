/** `/open#run=…`: unpacks a run that an address carries after `#`, and posts it. */
import { unpack } from "../net/fragment.js";

/** Bounds of a link: bytes of the text, and letters of the address; as in playground/takeaway/full_link.py. */
const LINK = { most: 1_600_000, mostLink: 60_000 };

/** What the page says of an unpacked fragment: a name in the data of #told, or "" for nothing. Pure. */
export function sayingOf(run, refused) {
  if (run?.text) return "opening";
  return run?.wrong ?? (refused ? "" : "none");
}

async function start(form) {
  const status = document.querySelector("#told");
  const run = await unpack("run", location.hash, LINK);
  const saying = sayingOf(run, document.querySelector("[role=alert]") !== null);
  status.textContent = status.dataset[saying] ?? "";
  if (saying === "opening") {
    form.elements.full.value = run.text;
    history.replaceState(null, "", location.pathname); // a link that cannot be opened must not be sent again
    form.submit();
  }
  document.documentElement.dataset.ready = "open";
}

const form = document.querySelector("#full");
if (form) await start(form);
