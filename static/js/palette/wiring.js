/** The palette and the menus of things, joined with the board. */
import { copied } from "../browser.js";
import { addWords, t } from "../i18n.js";
import { createVerbRunner } from "./verbs.js";
import { createMenu } from "./menu.js";
import { createPalette } from "./palette.js";
import { createDirectory } from "./directory.js";

/**
 * `run()`, `model()`, `chosen()` say what is shown; `actions` and `faults` do things; `choose({pod} | {node} |
 * {service})` shows one; `views()` gives what the palette does on this page; `tell(words, kind)`, `announce(words)`.
 */
export function createHands({ words, places, tell, announce, ...page }) {
  const { run, model, chosen, actions, faults, choose, views } = page;
  addWords(words);
  const directory = createDirectory({ run, at: () => model()?.seq ?? 0 });
  const runner = createVerbRunner({ actions, faults, model });

  async function copy(line) {
    if (!await copied(line)) {
      tell(line);
      return;
    }
    tell(t("ui.hand.copied"), "good");
    announce(t("ui.hand.copied"));
  }

  const onShow = ({ kind, key }) => choose({ [kind.toLowerCase()]: key });
  const change = ({ kind, key }, field) => {
    const thing = kind === "Pod" || kind === "Node" ? { [kind.toLowerCase()]: key } : { object: `${kind}/${key}` };
    const query = new URLSearchParams({ at: model()?.seq ?? 0, ...thing, ...(field ? { field } : {}) });
    return `/r/${run()}/change?${query}`;
  };
  const askUrl = document.getElementById("what-if") ? change : null;
  const report = (thing) => {
    const name = { Node: "node", Zone: "zone" }[thing?.kind];
    const query = new URLSearchParams({ at: model()?.seq ?? 0, choose: 1, ...(name ? { [name]: thing.key } : {}) });
    return `/r/${run()}/upkeep?${query}`;
  };
  const reportUrl = askUrl ? report : null;
  const menu = createMenu({ directory, runner, tell, onShow, copy, askUrl, reportUrl });

  /** Pods, nodes and Services are on the board; of anything else its verbs are shown. */
  function onThing(thing) {
    if (["Pod", "Node", "Service"].includes(thing.kind)) onShow(thing);
    else menu.show(thing, { x: innerWidth / 3, y: innerHeight / 5 });
  }

  const palette = createPalette({
    directory, runner, chosen, places, reportUrl, views, onThing, copy, go: (url) => location.assign(url),
  });
  return {
    menu: menu.show,
    palette: palette.open,
    copy,
    /** The kubectl line of a verb of a thing, "" where there is none. `verbName` tells verbs of one id apart. */
    async line({ handVerb, kind, key, verbName }) {
      const { verbs = [] } = await directory.verbs({ kind, key });
      const verb = verbs.find(({ id, args }) => id === handVerb && (verbName === undefined || args.name === verbName));
      return verb ? runner.line(verb) : "";
    },
  };
}
