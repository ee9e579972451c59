/** `/learn/open`: a lesson that an address carries after `#` opens at once, and a file becomes such an address. */
import { copied } from "../browser.js";
import { loadCatalogue, t } from "../i18n.js";
import { pack, unpack } from "../net/fragment.js";

/** Bounds of a link: bytes of the lesson's text, and letters of the address. */
const LINK = { most: 1_000_000, mostLink: 60_000 };
const WRONG = { long: "ui.lesson.too_long", cut: "ui.lesson.cut" };

/** The address that carries `text`, or null when it would be too long. */
export async function linkFor(text, here) {
  const fragment = await pack("lesson", text, LINK);
  return fragment && `${here.split("#")[0]}#${fragment}`;
}

/** What an address carries: {text}, {problem} (a message's id), or null. */
export async function carried(fragment) {
  const found = await unpack("lesson", fragment, LINK);
  return found?.wrong ? { problem: WRONG[found.wrong] } : found;
}

async function start(form) {
  await loadCatalogue();
  const { file, text } = form.elements;
  const told = form.querySelector("[data-told]");
  const share = form.querySelector("[data-link]");
  const tell = (id) => {
    told.textContent = t(id);
  };

  async function openCarried() {
    const found = await carried(location.hash);
    if (!found) return;
    if (found.problem) {
      tell(found.problem);
      return;
    }
    tell("ui.lesson.opening");
    text.value = found.text;
    history.replaceState(null, "", location.pathname); // a file that cannot be opened must not be sent again
    form.submit();
  }

  share.hidden = false;
  share.addEventListener("click", async () => {
    const said = file.files[0] ? await file.files[0].text() : text.value;
    if (!said.trim()) {
      tell("ui.lesson.nothing");
      return;
    }
    const link = await linkFor(said, location.href);
    if (!link) {
      tell("ui.lesson.file_instead");
      return;
    }
    told.textContent = await copied(link) ? t("ui.lesson.copied") : link;
  });
  addEventListener("hashchange", openCarried);
  await openCarried();
}

const form = globalThis.document?.querySelector("form[enctype]");
if (form) start(form);
