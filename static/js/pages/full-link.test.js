import { equal, test } from "../harness.js";
import { sayingOf } from "./full-link.js";

test("a link that was unpacked is opened", () => equal("opening", sayingOf({ text: "{}" }, false)));
test("a link that is cut or too long is named", () => {
  equal("cut", sayingOf({ wrong: "cut" }, false));
  equal("long", sayingOf({ wrong: "long" }, true));
});
test("an address without a run says so, unless the page tells already what was wrong", () => {
  equal("none", sayingOf(null, false));
  equal("", sayingOf(null, true));
});
