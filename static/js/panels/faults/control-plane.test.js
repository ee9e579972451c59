import { equal, test } from "../../harness.js";
import { controlPlane } from "./control-plane.js";

const offer = (id, component) => ({ id, level: "bad", args: {}, input: { kind: id, component } });
const OFFERS = {
  components: [
    { name: "scheduler", offers: [offer("component_stop", "scheduler"), offer("component_second", "scheduler")] },
    { name: "controller-manager", offers: [offer("component_start", "controller-manager")] },
  ],
  actors: [{ id: "actor_start", level: "", args: { name: "descheduler" }, input: { kind: "actor" } }],
  members: [],
};

function drawn(inputs = [], offers = OFFERS) {
  const host = document.createElement("div");
  host.append(...controlPlane(offers, (input) => inputs.push(input)));
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
  const inputs = [];
  const host = drawn(inputs);

  for (const button of host.querySelectorAll("button")) button.click();

  equal(inputs.map(({ kind }) => kind), ["component_stop", "component_second", "actor"]);
});

test("the members of each StatefulSet have buttons, and without a StatefulSet nothing is said of members", () => {
  const member = (id, number) => ({
    id, level: "", args: { member: number }, input: { kind: "member", member: number, listed: id === "member_list" },
  });
  const members = [
    { name: "default/etcd", offers: [member("member_unlist", 0), member("member_list", 1)] },
    { name: "default/db", offers: [member("member_unlist", 0)] },
  ];
  const inputs = [];
  const host = drawn(inputs, { ...OFFERS, members });

  for (const button of host.querySelectorAll(".fault-part:last-child button")) button.click();

  equal(inputs.map(({ member: number, listed }) => [number, listed]), [[0, false], [1, true]]);
  equal(drawn().querySelector("[name=members]"), null);
});
