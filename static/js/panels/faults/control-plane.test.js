import { equal, test } from "../../harness.js";
import { controlPlane } from "./control-plane.js";

const offer = (id, component) => ({ id, level: "bad", args: {}, input: { kind: id, component } });
const OFFERS = {
  components: [
    { name: "scheduler", offers: [offer("component_stop", "scheduler"), offer("component_second", "scheduler")] },
    { name: "controller-manager", offers: [offer("component_start", "controller-manager")] },
  ],
  actors: [{ id: "actor_start", level: "", args: { name: "descheduler" }, input: { kind: "actor" } }],
};

function drawn(given = []) {
  const host = document.createElement("div");
  host.append(...controlPlane(OFFERS, (input) => given.push(input)));
  return host;
}

test("a component has the buttons that the server offers, another one its own", () => {
  const host = drawn();
  const row = host.querySelector(".row");
  equal(row.children.length, 2);

  const select = host.querySelector("select");
  select.value = "controller-manager";
  select.dispatchEvent(new Event("change"));

  equal(row.children.length, 1);
});

test("a button gives the input of its offer", () => {
  const given = [];
  const host = drawn(given);

  for (const button of host.querySelectorAll("button")) button.click();

  equal(given.map(({ kind }) => kind), ["component_stop", "component_second", "actor"]);
});
