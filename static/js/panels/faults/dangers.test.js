import { equal, RULES, test } from "../../harness.js";
import { createDangers } from "./dangers.js";

const answer = { safe: true, says: { say: "force_says_safe", args: { name: "p" } }, rows: [] };

/** Channels whose message is on its way. Nothing else holds them, and a browser may clear away what nobody holds. */
const underWay = new Set();

/** Until everything that was waiting for an answer has run. */
function turn() {
  const channel = new MessageChannel();
  underWay.add(channel);
  return new Promise((done) => {
    channel.port1.onmessage = () => {
      underWay.delete(channel);
      done();
    };
    channel.port2.postMessage(null);
  });
}

/** Dangers whose server answers when the test says so, and the inputs that were given. */
function opened() {
  const host = document.body;
  const inputs = [];
  const waiting = [];
  const nodes = new Map([["n3", { name: "n3", power: true, fenced: null }]]);
  const player = { state: { run: { id: "abc" }, model: { seq: 7, nodes, rules: RULES } } };
  const fetch = (url) => new Promise((done) => waiting.push({ url, done }));
  const actions = { guarded: (run) => run(), attempt: async (input) => inputs.push(input) && { ok: true } };
  const dangers = createDangers({ player, fetch, actions });
  async function served(at, consequences) {
    waiting[at].done({ ok: consequences !== null, json: async () => consequences });
    await turn();
  }
  return { dangers, host, inputs, waiting, served };
}

const pod = (name) => ({ ns: "default", name, node: "n3" });

test("the server is asked about the very input that is given once the name is typed", async () => {
  const { dangers, host, inputs, waiting, served } = opened();
  dangers.forceDelete(pod("p"));
  const asked = new URL(waiting[0].url, "http://x").searchParams;
  await served(0, answer);
  const typed = host.querySelector("input");
  typed.value = "p";
  typed.dispatchEvent(new Event("input"));
  const closed = new Promise((done) => host.querySelector("dialog").addEventListener("close", done));
  host.querySelector("[type=submit]").click();
  await closed;

  equal(asked.get("at"), "7");
  equal(inputs, [JSON.parse(asked.get("input"))]);
  equal(host.querySelectorAll("dialog").length, 0);
});

test("of two questions the newest is shown", async () => {
  const { dangers, host, served } = opened();
  dangers.forceDelete(pod("first"));
  dangers.removeNode({ name: "n3", power: true, fenced: null });
  await served(1, answer);
  await served(0, answer);

  equal(host.querySelectorAll("dialog").length, 1);
  equal(host.querySelector(".confirm b").textContent, "n3");
  host.querySelector("dialog").remove();
});

test("where the server says nothing the dialog says that, and the name still has to be typed", async () => {
  const { dangers, host, served } = opened();
  dangers.breakOff("pv-1", { name: "n3", power: true, fenced: null });
  await served(0, null);

  equal(host.querySelector("#danger-says").textContent, "This content could not be loaded.");
  equal(host.querySelector("[type=submit]").disabled, true);
  host.querySelector("dialog").remove();
});
