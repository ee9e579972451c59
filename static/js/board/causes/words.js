/** The causes in words: a sentence for whoever asks, and a label of a few letters beside a picture. Pure. */
import { listed, t } from "../../i18n.js";

const last = (key) => key.slice(key.lastIndexOf("/") + 1);
const bare = (key) => (key === "…" ? key : key.slice(key.indexOf("/") + 1));

/** Where in a domain: `zone=a`; null where the node has no such label. */
const at = ({ key, domain }) => (domain === null ? null : `${last(key)}=${domain}`);

const SENTENCES = {
  resource: ({ resource, texts, nominated }) => {
    const words = t("ui.cause.resource", { resource, ...texts });
    return nominated > 0 ? `${words} ${t("ui.cause.reserved", { amount: texts.nominated })}` : words;
  },
  pods: ({ all }) => t("ui.cause.pods", { n: all }),
  taint: ({ taint, tolerated }) => t(tolerated ? "ui.cause.tolerated" : "ui.cause.taint", { taint }),
  label: ({ requirement, has }) => {
    if (!requirement) return t("ui.cause.no_term");
    return t(has === null ? "ui.cause.label_missing" : "ui.cause.label", { requirement, has });
  },
  nodeName: ({ name }) => t("ui.cause.node_name", { name }),
  cordon: () => t("ui.cause.cordon"),
  features: ({ features }) => t("ui.cause.features", { features }),
  port: ({ port, pods }) => t("ui.cause.port", { port, pods: pods.map(bare) }),
  antiAffinity(obstacle) {
    const whose = obstacle.rule === "antiAffinity" ? "ui.cause.anti_affinity_own" : "ui.cause.anti_affinity";
    return t(whose, { n: obstacle.count, place: at(obstacle) });
  },
  affinity: (obstacle) => {
    const place = at(obstacle);
    return place === null ? t("ui.cause.no_label", { key: obstacle.key }) : t("ui.cause.affinity", { place });
  },
  spread: (obstacle) => {
    const { key, most, texts } = obstacle;
    if (at(obstacle) === null) return t("ui.cause.no_label", { key });
    return t("ui.cause.spread", { place: at(obstacle), sum: `${texts.sum} ${texts.comparison}`, most });
  },
  disk: ({ claim, pods }) => t(claim ? "ui.cause.claim_in_use" : "ui.cause.disk", { claim, pods: pods.map(bare) }),
  volume: ({ claim, volume }) => t(volume ? "ui.cause.volume" : "ui.cause.unbound", { claim, volume }),
  zone: ({ volume, zones, has }) => t("ui.cause.zone", { volume, zones, has: has ?? "–" }),
  volumes: ({ driver, used, needs, all }) => t("ui.cause.volumes", { driver, used, needs, all }),
  devices: ({ claim, request, needs, free }) =>
    t(request === null ? "ui.cause.devices_elsewhere" : "ui.cause.devices", { claim: bare(claim), needs, free }),
  note: ({ text }) => text,
  plugin: ({ plugin }) => t("ui.cause.plugin", { plugin }),
};

export const sentenceOf = (obstacle) => (SENTENCES[obstacle.kind] ?? SENTENCES.plugin)(obstacle);

/** As Kubernetes writes it, with a sign where there is an amount. */
const LABELS = {
  resource: ({ resource, texts }) => `+${texts.missing} ${last(resource)}`,
  pods: () => "+1 pod",
  taint: ({ taint }) => last(taint.slice(0, taint.lastIndexOf(":"))),
  label: ({ requirement }) => last(requirement) || "{}",
  nodeName: ({ name }) => name,
  cordon: () => "cordon",
  features: ({ features }) => features.join(", "),
  port: ({ port }) => port,
  antiAffinity: (obstacle) => at(obstacle),
  affinity: (obstacle) => at(obstacle) ?? last(obstacle.key),
  spread: (obstacle) => at(obstacle) ?? last(obstacle.key),
  disk: ({ claim, pods }) => claim ?? pods.map(bare).join(", "),
  volume: ({ claim }) => claim,
  zone: ({ zones }) => zones.join(", "),
  volumes: ({ driver }) => driver,
  devices: ({ claim }) => bare(claim),
  note: ({ text }) => text,
  plugin: ({ plugin }) => plugin,
};

export const labelOf = (obstacle) => (LABELS[obstacle.kind] ?? LABELS.plugin)(obstacle);

/** What a plugin gave, as far as it is at hand. */
export function scoreWords({ plugin, raw, normalized, weight, weighted }) {
  if (raw === null) return t("ui.cause.score", { plugin, weighted });
  return t("ui.cause.score_whole", { plugin, raw, normalized, weight: weight ?? 1, weighted });
}

/** Why a candidate is no longer one. */
export const struckWords = ({ id }) => t("ui.cause.struck", { criterion: { id: `criterion.${id}` } });

/** All causes of a node as sentences. */
export function causesOf(scene) {
  if (scene.kind === "refused") {
    const { obstacles, more, plugin } = scene;
    const sentences = (obstacles.length ? obstacles : [{ kind: "plugin", plugin }]).map(sentenceOf);
    return more > 0 ? [...sentences, t("ui.cause.more", { n: more })] : sentences;
  }
  if (scene.kind === "fits") return [t("ui.cause.fits", { pod: scene.pod.name })];
  if (scene.kind === "scores") {
    const { parts, tie, toss } = scene;
    return [...parts.map(scoreWords), ...(tie ? [t(toss ? "ui.cause.tie_chance" : "ui.cause.tie_order")] : [])];
  }
  const pods = [...scene.pods].map(([key, { state, budget }]) => {
    const words = t(`ui.cause.${state}`, { pod: bare(key) });
    return budget ? listed([words, t("ui.cause.budget")]) : words;
  });
  return scene.struck ? [...pods, struckWords(scene.struck)] : pods;
}
