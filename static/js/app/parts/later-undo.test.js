import { equal, test } from "../../harness.js";
import { wishOf } from "./later-undo.js";

test("Ctrl-Z, Ctrl-Y and their likes on a Mac are known, other keys are not", () => {
  const key = (name, more) => wishOf({ key: name, ctrlKey: true, ...more });

  equal([key("z"), key("Z", { shiftKey: true }), key("y"), wishOf({ key: "z", metaKey: true }), wishOf({ key: "z" }),
    key("z", { altKey: true })], ["undo", "redo", "redo", "undo", null, null]);
});
