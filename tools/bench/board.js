// Measured inside the page; tools/bench/board.py brings this in through the debugging protocol. Times in milliseconds.
globalThis.bench = (() => {
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));

  /** Does `act` and waits until the board stands at another step and is laid out. Null when that takes too long. */
  async function until(act, there) {
    const start = performance.now();
    act();
    while (!there()) {
      if (performance.now() - start > 5000) return null;
      await wait(1); // not a busy loop: that would take from the page the processor it needs (4 ms steps at most)
    }
    document.body.getBoundingClientRect();
    return performance.now() - start;
  }

  /** From the start of navigation until the board has a state to show. */
  function ready() {
    return new Promise((done) => {
      const look = () => {
        if (globalThis.podium?.player.state.model) done(performance.now());
        else requestAnimationFrame(look);
      };
      look();
    });
  }

  /** One click on the button for the next step, and its frame on the board; `count` times. */
  async function click(count) {
    const { player } = globalThis.podium;
    const button = document.querySelector('.transport button[data-do="forward"]') ?? document.querySelectorAll(".transport button")[3];
    const times = [];
    for (let i = 0; i < count && !button.disabled; i += 1) {
      const { seq } = player.state.model;
      const time = await until(() => button.click(), () => player.state.model.seq !== seq);
      if (time === null) break;
      times.push(time);
      await wait(30);
    }
    return times;
  }

  /** One click on the next step, until the Why of what was decided stands in the panel; other steps do not count. */
  async function why(count) {
    const { player, inspector } = globalThis.podium;
    const button = document.querySelectorAll(".transport button")[3];
    const times = [];
    for (let i = 0; times.length < count && i < 4 * count && !button.disabled; i += 1) {
      const { seq } = player.state.model;
      const shown = () => player.state.model.seq !== seq && inspector.still;
      const time = await until(() => button.click(), shown);
      if (time === null) break;
      if (player.state.model.frame?.decision) times.push(time);
      await wait(30);
    }
    return times;
  }

  /** The fragment of the Why from the server, `count` times. */
  async function fragment(count) {
    const address = document.querySelector(".tab-why").href;
    const headers = { "HX-Request": "true", "HX-Target": "inspector-body" };
    const times = [];
    for (let i = 0; i < count; i += 1) {
      const start = performance.now();
      await (await fetch(address, { headers })).text();
      times.push(performance.now() - start);
    }
    return times;
  }

  async function seek(targets) {
    const { player } = globalThis.podium;
    const times = [];
    for (const target of targets) {
      times.push(await until(() => player.seek(target), () => player.state.model.seq === target));
    }
    return times.filter((time) => time !== null);
  }

  /** A made-up frame that binds so many waiting pods at once; gaps between pictures while they travel. */
  async function move(pods, repeats) {
    const { player } = globalThis.podium;
    const gaps = [];
    for (let i = 0; i < repeats; i += 1) {
      player.seek(0);
      await wait(400);
      const nodes = [...player.state.model.nodes.keys()];
      const waiting = [...player.state.model.pods.values()].filter((pod) => !pod.node).slice(0, pods);
      const bound = (pod, n) => ({ ...pod, node: nodes[n % nodes.length], lane: null, state: "ContainerCreating", bound: 0 });
      const frame = {
        seq: 1,
        t: 0,
        actor: "scheduler",
        who: "kube-scheduler",
        kind: "bind",
        changes: waiting.map((pod, n) => ({ op: "put", kind: "pod", key: pod.key, view: bound(pod, n) })),
        focus: { pods: waiting.map((pod) => pod.key), nodes },
        tosses: [],
        message: { id: "ui.say.start", args: {} },
      };
      const head = Math.max(1, player.state.head);
      player.receive({ type: "frames", re: null, from: 0, to: 1, head, frames: [frame], quiet: false });
      const seen = await pictures(900);
      gaps.push(...seen);
    }
    return gaps;
  }

  function pictures(ms) {
    return new Promise((done) => {
      const gaps = [];
      let last = null;
      const end = performance.now() + ms;
      const tick = (now) => {
        if (last !== null) gaps.push(now - last);
        last = now;
        if (now < end) requestAnimationFrame(tick);
        else done(gaps);
      };
      requestAnimationFrame(tick);
    });
  }

  /** Gaps between pictures while the board, drawn in a `size`, is scrolled to its end and back. */
  async function scroll(size, repeats) {
    zoomTo(size);
    await wait(600);
    const zones = document.getElementById("zones");
    const gaps = [];
    for (let i = 0; i < repeats; i += 1) {
      let by = 60; // pixels a picture
      let moving = true;
      const step = () => {
        if (zones.scrollTop + zones.clientHeight >= zones.scrollHeight - 1) by = -60;
        else if (zones.scrollTop <= 0) by = 60;
        zones.scrollTop += by;
        if (moving) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
      gaps.push(...(await pictures(1500)));
      moving = false;
      await wait(100);
    }
    return gaps;
  }

  const zoomTo = (size) => document.querySelector(`input[name=boardsize][value=${size}]`).click();

  /** From the click on another size to the board that is laid out in it. */
  async function zoom(repeats) {
    const times = [];
    for (let i = 0; i < repeats; i += 1) {
      for (const size of ["racks", "grid"]) {
        times.push(await until(() => zoomTo(size), () => document.getElementById("zones").classList.contains(size)));
        await wait(200);
      }
    }
    return times.filter((time) => time !== null);
  }

  /** Steps the run until quiet or until `least` steps are there; its head. */
  async function playOut(least) {
    const { player, socket } = globalThis.podium;
    let from = player.state.head;
    while (from < least) {
      const answer = await socket.send({ do: "step", from, size: "quiet", limit: 200 });
      if (!answer.frames?.length) break;
      from = answer.to;
    }
    return from;
  }

  /** From the click on Predict, with the first answer chosen, until the board moves or its time runs. */
  async function guess() {
    const { player, clock } = globalThis.podium;
    document.querySelector("form.ask input[name=choice]").click();
    await wait(500); // in which a person reads; the page asks for what follows
    const { seq } = player.state.model;
    const { t } = clock;
    const press = document.querySelector("form.ask button.pri");
    return until(() => press.click(), () => player.state.model.seq !== seq || clock.t !== t);
  }

  /** So many nodes are seen to refuse: on cards each with its causes, on the canvas of many as the decision says. */
  function refusing() {
    const { into } = globalThis.podium.player.state;
    const drawn = document.querySelectorAll("#zones .causes li").length;
    const canvas = document.querySelector("#zones canvas");
    return canvas && into ? Object.values(into.decision.nodes).filter(({ plugin }) => plugin).length : drawn;
  }

  /**
   * Into the first decision that refuses on `least` nodes at once, stop by stop, `repeats` times: {clicks, gaps}, from each
   * step to the stop that is laid out, and between the pictures that follow.
   */
  async function refuse(least, repeats) {
    const { player } = globalThis.podium;
    const decision = player.state.acts.find(([, , , kind]) => kind === "schedule")[0];
    const [clicks, gaps] = [[], []];
    for (let i = 0; i < repeats; i += 1) {
      player.seek(decision - 1);
      await wait(400);
      let most = 0;
      for (let stop = 0; player.state.model.seq < decision && stop < 40; stop += 1) {
        const before = player.state.into;
        const moved = () => player.state.into !== before || player.state.model.seq === decision;
        const time = await until(() => player.forward("into"), moved);
        if (time === null) break;
        clicks.push(time);
        gaps.push(...(await pictures(600)));
        most = Math.max(most, refusing());
      }
      if (most < least) throw new Error(`only ${most} nodes refuse`);
    }
    return { clicks, gaps };
  }

  return { pictures, ready, guess, refuse, click, why, fragment, seek, move, scroll, zoom, playOut };
})();
