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
  const lesson = await unpack("lesson", fragment, LINK);
  return lesson?.wrong ? { problem: WRONG[lesson.wrong] } : lesson;
}

async function start(form) {
  await loadCatalogue();
  const { file, text } = form.elements;
  const status = form.querySelector("[data-told]");
  const share = form.querySelector("[data-link]");
  const tell = (id) => {
    status.textContent = t(id);
  };

  async function openCarried() {
    const lesson = await carried(location.hash);
    if (!lesson) return;
    if (lesson.problem) {
      tell(lesson.problem);
      return;
    }
    tell("ui.lesson.opening");
    text.value = lesson.text;
    history.replaceState(null, "", location.pathname); // a file that cannot be opened must not be sent again
    form.submit();
  }

  share.hidden = false;
  share.addEventListener("click", async () => {
    const source = file.files[0] ? await file.files[0].text() : text.value;
    if (!source.trim()) {
      tell("ui.lesson.nothing");
      return;
    }
    const link = await linkFor(source, location.href);
    if (!link) {
      tell("ui.lesson.file_instead");
      return;
    }
    status.textContent = await copied(link) ? t("ui.lesson.copied") : link;
  });
  addEventListener("hashchange", openCarried);
  await openCarried();
}

const form = globalThis.document?.querySelector("form[enctype]");
if (form) start(form);
