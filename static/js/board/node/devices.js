/** The devices of a node: a count on its card, in words in the title, and bars of those that are not had as a whole. */
import { el, setAttr, setClass, setText } from "../../el.js";
import { t } from "../../i18n.js";
import { icon } from "../../icons.js";

const MOST_BARS = 8; // a card has no room for more

const held = ({ claim, shares }) => Boolean(claim) || Boolean(shares?.length);

const sharedOf = ({ shares = [] }) => shares.reduce((sum, { of }) => sum + of, 0);

/** Whether nobody else can have the device, or any of it; sums of fractions are not exact. */
const spent = (device) => (device.shares ? sharedOf(device) > 0.999 : device.blocked || held(device));

function holderLine(device, { claim, pods, amounts = [] }) {
  const args = { device, claim, pods, amounts: amounts.map(({ name, amount }) => `${amount} ${name}`) };
  if (!amounts.length) return t(pods.length ? "ui.node.device_pods" : "ui.node.device", args);
  return t(pods.length ? "ui.node.device_share_pods" : "ui.node.device_share", args);
}

function linesOf({ name: device, claim, pods, shares, capacity = [], counters = [], blocked, taints = [] }) {
  const holders = shares ?? (claim ? [{ claim, pods }] : []);
  const unused = t(blocked ? "ui.node.device_blocked" : "ui.node.device_free", { device });
  return [
    ...(holders.length ? holders.map((holder) => holderLine(device, holder)) : [unused]),
    ...capacity.map(({ name, taken, all }) => t("ui.node.device_capacity", { device, capacity: name, taken, all })),
    ...counters.map(({ name, needs, left, all }) =>
      t("ui.node.device_counter", { device, counter: name, needs, left, all })),
    ...taints.map((taint) => t("ui.node.device_taint", { device, taint })),
  ];
}

/** What each device of a node is used for, in words. */
export function deviceLines(devices) {
  return devices.flatMap(linesOf);
}

/** A device as a bar: the slices that claims have of it, or the whole. */
function bar(device) {
  const slices = (device.shares ?? (device.claim ? [{ of: 1 }] : []))
    .map(({ of }) => el("i", { vars: { "--of": of } }));
  const looks = [device.shares && "shared", device.blocked && "blocked", device.taints && "tainted"].filter(Boolean);
  return el(["span.dev", ...looks].join("."), null, slices);
}

/** Devices that are shared, parts of another or tainted have bars; a count says enough of any others. */
const barred = (devices) => devices.some(({ shares, counters, taints }) => shares || counters || taints);

/** The devices of a node on its card: how many of them have a claim; the title names each. */
export function createDevices() {
  const count = el("span");
  const bars = el("span.devs", { hidden: true, "aria-hidden": "true" });
  const element = el("span.tag.devices", { hidden: true }, icon("chip", ""), count, bars);
  return {
    element,
    update(devices = []) {
      element.hidden = !devices.length;
      setText(count, `${devices.filter(held).length}/${devices.length}`);
      setAttr(element, "title", deviceLines(devices).join("\n"));
      setClass(element, `tag devices${devices.length && devices.every(spent) ? " warn" : ""}`);
      bars.hidden = !barred(devices);
      bars.replaceChildren(...(bars.hidden ? [] : devices.slice(0, MOST_BARS).map(bar)));
    },
  };
}
