import { el } from "../el.js";
import { equal, test } from "../harness.js";
import { mark } from "./page-picture.js";

test("the first place of a text is marked, whatever the spaces, and only once", () => {
  const root = el("main", null, el("p", { text: "Say\nit" }), el("p", { text: "Say it again, say it" }));
  const [first, second] = [mark(root, "Say it"), mark(root, "Say it")];
  equal([first.textContent.replace("\n", " "), second?.parentElement.textContent], ["Say it", "Say it again, say it"]);
  equal([mark(root, "nowhere"), mark(root, " ")], [null, null]);
});
