import { equal, test } from "../../harness.js";
import { createServices, wordsOf } from "./services.js";

const endpoint = (pod, state, receives) => ({ pod, address: "10.64.0.1", state, receives });
const service = (endpoints, more = {}) => ({
  key: "default/web", ns: "default", name: "web", receiving: 1, written: true, all: endpoints.length, endpoints,
  words: { id: "endpointslice.ready", args: { service: "web", count: 1, all: endpoints.length } }, ...more,
});
const model = (...services) => ({ services: new Map(services.map((row) => [row.key, row])) });

test("an endpoint is read aloud with its state and whether traffic goes there", () => {
  equal(wordsOf(endpoint("default/a", "serving", false)), {
    name: "a", label: "a: terminating, still serving; receives no traffic",
  });
  equal(wordsOf(endpoint(null, "ready", true)).label, "10.64.0.1: ready to serve; receives traffic");
});

test("a cluster without Services has no rows, and the space is hidden", () => {
  const root = document.createElement("div");
  createServices(root, () => {}).render(model(), {});

  equal([root.hidden, root.childElementCount], [true, 0]);
});

test("an endpoint keeps its element while its state changes, and a click chooses its pod", () => {
  const root = document.createElement("div");
  const chosen = [];
  const services = createServices(root, (what) => chosen.push(what));
  services.render(model(service([endpoint("default/a", "ready", true), endpoint("default/b", "notReady", false)])), {});
  const [first, second] = root.querySelectorAll(".ep");
  services.render(model(service([endpoint("default/a", "serving", false), endpoint("default/b", "ready", true)])), {});
  second.click();
  root.querySelector(".svc-name").click();

  equal([...root.querySelectorAll(".ep")].map((dot) => dot.className), ["ep is-serving", "ep is-ready takes"]);
  equal(root.querySelector(".ep") === first, true);
  equal(chosen, [{ pod: "default/b" }, { service: "default/web" }]);
});

test("endpoints beyond those that the view lists are counted", () => {
  const root = document.createElement("div");
  createServices(root, () => {}).render(model(service([endpoint("default/a", "ready", true)], { all: 3 })), {});

  equal(root.querySelector(".eps .dim").textContent, "and 2 more");
});

test("a Service that receives nothing is marked as bad from its first EndpointSlice on, and not before", () => {
  const root = document.createElement("div");
  const services = createServices(root, () => {});
  const marked = [false, true].map((written) => {
    services.render(model(service([], { receiving: 0, written })), {});
    return root.querySelector(".svc-words").classList.contains("bad");
  });

  equal(marked, [false, true]);
});
