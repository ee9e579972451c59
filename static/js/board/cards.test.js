import { equal, test } from "../harness.js";
import { namesAlone } from "./cards.js";

test("in racks names stand above the capacity where one leaves no space beside it", () => {
  const alone = (name, cpu) => namesAlone(new Map([["n", { name: "n", cpu }]]), new Map([["n", name]]));

  equal([alone("a7", 8000), alone("a7", 7920), alone("10", 16000), alone("0-67", 8000)], [false, true, false, false]);
  equal([alone("0-99", 8000), alone("01-01", 8000), alone("0-100", 64000)], [false, true, true]);
});
