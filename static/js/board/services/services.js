/** Where traffic goes now: one row for each Service, with its endpoints. */
import { arrange, button, el, setAttr, setClass, setText } from "../../el.js";
import { icon } from "../../icons.js";
import { t } from "../../i18n.js";

const ICONS = { ready: "check", notReady: "clock", serving: "clock", terminating: "cross" };
const shortName = (key) => key.split("/")[1];

/** What an endpoint is called and what is said of it. Pure. */
export function wordsOf(endpoint) {
  const name = endpoint.pod ? shortName(endpoint.pod) : endpoint.address;
  const state = t(`ui.service.${endpoint.state}`);
  const traffic = t(endpoint.receives ? "ui.service.receives" : "ui.service.receives_not");
  return { name, label: t("ui.service.endpoint", { name, state, traffic }) };
}

function createEndpoint(onChoose) {
  let pod = null;
  let drawn = "";
  const name = el("span");
  const element = button("ep", null, () => pod && onChoose({ pod }));
  return {
    element,
    update(endpoint, chosen) {
      pod = endpoint.pod;
      const texts = wordsOf(endpoint);
      if (drawn !== endpoint.state) element.replaceChildren(icon(ICONS[endpoint.state]), name);
      drawn = endpoint.state;
      setText(name, texts.name);
      setAttr(element, "aria-label", texts.label);
      setAttr(element, "title", texts.label);
      setAttr(element, "aria-pressed", pod !== null && chosen.pod === pod ? "true" : "false");
      setClass(element, `ep is-${endpoint.state}${endpoint.receives ? " takes" : ""}`);
    },
  };
}

function createRow(onChoose) {
  let key = null;
  const endpoints = new Map();
  const title = button("svc-name", null, () => onChoose({ service: key }));
  const words = el("span.svc-words");
  const list = el("div.eps");
  const rest = el("span.dim");
  return {
    element: el("div.svc", { role: "group" }, title, words, list),
    update(service, chosen) {
      key = service.key;
      setText(title, service.name);
      setAttr(title, "data-service", key);
      setAttr(title, "aria-pressed", chosen.service === key ? "true" : "false");
      setText(words, t(service.words.id, service.words.args));
      setClass(words, `svc-words${service.receiving || !service.written ? "" : " bad"}`);
      setAttr(list.parentElement, "aria-label", t("ui.service.row", { name: service.name }));
      const shown = service.endpoints.map((endpoint) => endpoint.pod ?? endpoint.address);
      for (const id of endpoints.keys()) if (!shown.includes(id)) endpoints.delete(id);
      for (const [i, endpoint] of service.endpoints.entries()) {
        if (!endpoints.has(shown[i])) endpoints.set(shown[i], createEndpoint(onChoose));
        endpoints.get(shown[i]).update(endpoint, chosen);
      }
      const more = service.all - service.endpoints.length;
      setText(rest, more > 0 ? t("ui.service.more", { n: more }) : "");
      arrange(list, [...shown.map((id) => endpoints.get(id).element), ...(more > 0 ? [rest] : [])]);
    },
  };
}

/** The rows stand in `root`, which is hidden where the cluster has no Service. */
export function createServices(root, onChoose) {
  const rows = new Map();
  let marks = [];
  return {
    render({ services }, chosen) {
      const now = [services, chosen.pod, chosen.service];
      if (now.every((mark, i) => mark === marks[i])) return;
      marks = now;
      for (const key of rows.keys()) if (!services.has(key)) rows.delete(key);
      for (const [key, service] of services) {
        if (!rows.has(key)) rows.set(key, createRow(onChoose));
        rows.get(key).update(service, chosen);
      }
      arrange(root, [...services.keys()].map((key) => rows.get(key).element));
      root.hidden = services.size === 0;
    },
  };
}
