/** Files in a form: the chosen name on the button, and files dropped on an area. */

/** Shows which files were chosen on the button that chose them. */
export function nameFiles(form) {
  const input = form.querySelector("input[type=file]");
  const label = form.querySelector("[data-file-name]");
  const plain = label.textContent;
  input.addEventListener("change", () => {
    const names = [...input.files].map((file) => file.name);
    label.textContent = names.length ? names.join(", ") : plain;
  });
  return input;
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
