/** The first page: the toy, which comes when somebody comes near it, and the form for one's own cluster. */
import { chooseFiles, nameFiles, onDrop, pasteAsFile } from "./files.js";
import { createHand } from "./toy/hand.js";

/** Pods are in the hand at once; the board at which they are thrown is fetched meanwhile. */
function awaitToy(root) {
  let coming = null;
  const fetchToy = () => (coming ??= import("./toy/toy.js").then(({ createToy }) => createToy(root, hand)));
  const hand = createHand(root, { onThrow: async (pod) => (await fetchToy()).throwPod(pod) });
  for (const kind of ["pointerover", "pointerdown", "focusin"])
    root.addEventListener(kind, fetchToy, { once: true, passive: true });
}

const toy = document.querySelector("[data-toy]");
if (toy) awaitToy(toy);

const form = document.querySelector("[data-paste]");
if (form) {
  const input = nameFiles(form);
  const take = (files) => chooseFiles(input, files);
  onDrop(form, take);
  pasteAsFile(form.elements.text, take);
}
