/** Files in a form: the names of those that were chosen, several as one text, and files dropped on an area. */
import { el } from "../el.js";

const LONG_PASTE = 200_000; // characters

/** Whether a file is packed or an archive: only the server unpacks it. */
export const isPacked = ({ name, type }) =>
  /\.(?:gz|tgz|tar|zip|xz|bz2)$/i.test(name) || /^application\/(?:x-)?(?:gzip|tar|zip)/.test(type);

/** Shows which files were chosen: one on the button that chose it, several as a list. */
export function nameFiles(form) {
  const input = form.querySelector("input[type=file]");
  const label = form.querySelector("[data-file-name]");
  const list = form.querySelector("[data-file-list]");
  const plain = label.textContent;
  input.addEventListener("change", () => {
    const names = [...input.files].map((file) => file.name);
    const many = label.dataset.many.replace("{n}", names.length);
    label.textContent = names.length > 1 ? many : (names[0] ?? plain);
    list.hidden = names.length < 2;
    list.replaceChildren(...names.map((name) => el("li.tag", { text: name })));
  });
  return input;
}

/**
 * One text of several files `{name, text}`: a marker before each says whose lines follow. The server joins files in
 * the same way and reads the markers (playground/imports/files.py).
 */
export function joinFiles(files) {
  const clean = files.map(({ name, text }) => ({ name, text: text.replace(/^\uFEFF/, "").trimEnd() }));
  if (clean.length === 1) return `${clean[0].text}\n`;
  return `${clean.map(({ name, text }) => `# file: ${name}\n${text}`).join("\n---\n")}\n`;
}

/**
 * A long text that is pasted becomes a file of the form: a plain text field would take a second or more for each
 * megabyte. `take(files)` gets it.
 */
export function pasteAsFile(area, take) {
  area.addEventListener("paste", (event) => {
    const text = event.clipboardData?.getData("text/plain") ?? "";
    if (text.length <= LONG_PASTE) return;
    event.preventDefault();
    take([new File([text], "pasted.yaml", { type: "text/yaml" })]);
  });
}

/** Makes `files` those that a field of files holds. */
export function chooseFiles(input, files) {
  const list = new DataTransfer();
  for (const file of files) list.items.add(file);
  input.files = list.files;
  input.dispatchEvent(new Event("change"));
}

/** Calls `take` with the files that are dropped on `area`. */
export function onDrop(area, take) {
  let depth = 0;
  const light = (on) => area.classList.toggle("is-dropping", on);
  const holdsFiles = (event) => event.dataTransfer?.types.includes("Files");
  area.addEventListener("dragenter", (event) => {
    if (!holdsFiles(event)) return;
    depth += 1;
    light(true);
  });
  area.addEventListener("dragleave", () => {
    depth = Math.max(0, depth - 1);
    if (depth === 0) light(false);
  });
  area.addEventListener("dragover", (event) => {
    if (holdsFiles(event)) event.preventDefault();
  });
  area.addEventListener(
    "drop",
    (event) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      event.stopPropagation();
      depth = 0;
      light(false);
      take([...event.dataTransfer.files]);
    },
    true,
  );
}
