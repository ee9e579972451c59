/** The door of "Why is my pod pending?": a text, files that are dropped or chosen, and how far a long text is. */
import { createClock } from "../board/clock.js";
import { createPlainEditor } from "../editor/plain-editor.js";
import { chooseFiles, nameFiles, onDrop, pasteAsFile } from "./files.js";
import { bindSubmission, leadTo } from "./submission.js";

const form = document.getElementById("ask");
const result = document.getElementById("why-result");
const area = form.elements.text;
const input = nameFiles(form);
const take = (files) => chooseFiles(input, files);
const editor = createPlainEditor(area);

onDrop(form, take);
pasteAsFile(area, take);
bindSubmission({ form, result, clock: createClock(globalThis), editor: () => editor });
if (result.firstElementChild) leadTo(result);
else if (!matchMedia("(pointer: coarse)").matches) area.focus(); // on a phone the keyboard would hide the page
