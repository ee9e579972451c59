import { equal, test } from "../../harness.js";
import { addressWish, createAddress, number } from "./address.js";

test("only whole numbers that are not negative are numbers", () => {
  equal(["12", "0", "-1", "1.5", "", null, undefined].map(number), [12, 0, null, null, null, null, null]);
});

test("an address tells the step, the stop, what is chosen and the tab", () => {
  const address = addressWish("?at=7&into=2&pod=default%2Fp&tab=events&q=cpu%3E80%25");

  const { search, colour, group, kept, ...rest } = address;
  equal([search, colour, group, kept], ["cpu>80%", "", "", []]);
  equal(rest, { at: 7, into: 2, chosen: { pod: "default/p" }, tab: "events", until: null, fits: null });
});

test("an address without anything asks for the Why and chooses nothing", () => {
  equal(addressWish("?colour=cpu&group=label%3Apool").group, "label:pool");
  equal(addressWish(""), {
    at: null, into: null, chosen: {}, tab: "why", until: null, fits: null, search: "", colour: "", group: "",
    kept: [],
  });
});

test("while playing the address follows once a second, at rest at once", () => {
  const waits = [];
  const clock = { timer: (ms) => waits.push(ms) };
  const player = { state: { model: {}, playing: true } };

  createAddress({ clock, player, path: () => "/r/x?at=1" })();
  createAddress({ clock, player: { state: { model: {}, playing: false } }, path: () => "/r/x?at=1" })();

  equal(waits, [1000, 60]);
});

test("the address is also written where paper shows it", () => {
  const printed = document.createElement("p");
  let due = null;
  const clock = { timer: (_ms, act) => (due = act) };

  createAddress({ clock, player: { state: { model: {}, playing: false } }, path: () => location.pathname, printed })();
  due();

  equal(printed.textContent, location.href);
});

test("an address may name the node on which the chosen pod fits now", () => {
  equal(addressWish("?at=6&pod=default%2Fp&fits=n2").fits, "n2");
});
