/** Conditions that are watched: lanes of the timeline that show when each held. They stay in this browser. */
import { store, storedList } from "../../browser.js";
import { fetchInTime } from "../../net/http.js";

const MOST = 3;
const SOON_MS = 400;

/** What stands beside the lane of a condition: without what is the same in all of them. Pure. */
export function labelOf(condition) {
  const match = /^(?:pod|node): \{name: "?([^,"}]+)"?, (.*)\}$/.exec(condition);
  return match ? `${match[1]} ${match[2]}` : condition;
}

/** `onChange()`: lanes have changed. */
export function createWatch({ run, player, clock, onChange, fetch = fetchInTime }) {
  const key = `podium.watch.${run}`;
  let conditions = storedList(key).filter((condition) => typeof condition === "string").slice(0, MOST);
  let lanes = [];
  let headOfLanes = ""; // the head that the lanes are about
  let waiting = null;

  const keep = () => store(key, JSON.stringify(conditions));

  async function ask(condition, at) {
    const response = await fetch(`/r/${run}/watch?${new URLSearchParams({ at, c: condition })}`);
    return response.ok ? response.json() : { spans: [] };
  }

  async function refresh() {
    const at = player.state.head;
    const answers = await Promise.all(conditions.map((condition) => ask(condition, at)));
    lanes = conditions.map((text, k) => ({ kind: "watch", label: labelOf(text), spans: answers[k].spans ?? [] }));
    onChange();
  }

  return {
    get conditions() { return conditions; },
    get lanes() { return lanes; },
    /** Watches a condition. Resolves to what is wrong with it, or null. */
    async add(condition) {
      const { wrong } = await ask(condition, 0);
      if (wrong !== undefined) return wrong;
      conditions = [...conditions.filter((text) => text !== condition), condition].slice(-MOST);
      keep();
      await refresh();
      return null;
    },
    async drop(condition) {
      conditions = conditions.filter((text) => text !== condition);
      keep();
      await refresh();
    },
    /** Asks again, a moment later, once there are steps that the lanes do not know. */
    render() {
      const { model, head, playing } = player.state;
      const now = `${head}`;
      if (!model || !conditions.length || playing || now === headOfLanes) return;
      headOfLanes = now;
      waiting?.();
      waiting = clock.timer(SOON_MS, refresh);
    },
  };
}
