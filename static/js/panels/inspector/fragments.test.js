import { createClock } from "../../board/clock.js";
import { equal, test } from "../../harness.js";
import { createFragments } from "./fragments.js";

/** A server that answers when it is told to. */
function server() {
  const asked = [];
  const fetch = (url, { signal }) => new Promise((resolve, reject) => {
    const ask = { url, aborted: false, answer: (text, ok = true) => resolve({ ok, text: async () => text }) };
    signal.addEventListener("abort", () => {
      ask.aborted = true;
      reject(new Error("aborted"));
    });
    asked.push(ask);
  });
  return { asked, fetch };
}

function start(clock = { ms: 0 }) {
  const { asked, fetch } = server();
  const fragments = createFragments({ fetch, now: () => clock.ms, timer: createClock().timer, target: "panel" });
  return { asked, clock, fragments };
}

/** A server that is busy so many times before it answers. */
function busyServer(times) {
  const asked = [];
  const fetch = async (url) => {
    asked.push(url);
    const ok = asked.length > times;
    return { ok, status: ok ? 200 : 503, headers: new Map([["Retry-After", "2"]]), text: async () => "html" };
  };
  return { asked, fetch };
}

const later = () => new Promise((done) => createClock().timer(0, done));

test("one request runs at a time, and the newest wish comes next", async () => {
  const { asked, fragments } = start();
  const pages = [];
  const read = (url) => fragments.read("panel", url, (html) => pages.push(html));
  read("/why?at=1");
  read("/why?at=2");
  read("/why?at=3");
  equal(asked.map((ask) => ask.url), ["/why?at=1"]);
  asked[0].answer("one");
  await later();
  equal(asked.map((ask) => ask.url), ["/why?at=1", "/why?at=3"]);
  asked[1].answer("three");
  await later();
  equal(pages, ["one", "three"]);
});

test("what came once is there at once", async () => {
  const { asked, fragments } = start();
  const pages = [];
  fragments.read("ahead", "/why?at=1", () => pages.push("ahead"));
  asked[0].answer("one");
  await later();
  fragments.read("panel", "/why?at=1", (html) => pages.push(html));
  equal(pages, ["ahead", "one"]);
  equal(asked.length, 1);
});

test("another page's fragment is never handed to a reader", async () => {
  const { asked, fragments } = start();
  const pages = [];
  fragments.read("panel", "/a/why?at=1", (html) => pages.push(html));
  fragments.read("panel", "/b/why?at=1", (html) => pages.push(html));
  asked[0].answer("a");
  await later();
  equal(pages, []);
  asked[1].answer("b");
  await later();
  equal(pages, ["b"]);
});

test("a slow request that nobody waits for any more is given up", async () => {
  const { asked, clock, fragments } = start();
  fragments.read("panel", "/a/why?at=1", () => {});
  clock.ms = 1000;
  fragments.read("panel", "/b/why?at=1", () => {});
  await later();
  equal(asked.map((ask) => ask.aborted), [true, false]);
});

test("what cannot be had is said", async () => {
  const { asked, fragments } = start();
  const pages = [];
  fragments.read("panel", "/why?at=1", (html) => pages.push(html));
  asked[0].answer("no such page", false);
  await later();
  equal(pages, [null]);
  equal(fragments.busy, false);
});

/** What is read of a server that is busy so many times: [requests, waits, what came]. */
async function readBusy(times) {
  const { asked, fetch } = busyServer(times);
  const [waits, pages] = [[], []];
  const timer = (ms, fn) => {
    waits.push(ms);
    fn();
    return () => {};
  };
  const fragments = createFragments({ fetch, now: () => 0, timer, target: "panel" });
  fragments.read("panel", "/why?at=1", (html) => pages.push(html));
  await later();
  await later();
  return [asked.length, waits, pages];
}

test("a server that is busy is asked again after the time that it names, and not for ever", async () => {
  equal(await readBusy(2), [3, [2000, 2000], ["html"]]);
  equal(await readBusy(Infinity), [4, [2000, 2000, 2000], [null]]);
});
