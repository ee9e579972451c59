import { equal, test } from "../../harness.js";
import { objectsOf } from "./document.js";
import { pluginKnob, turnedPlugin } from "./plugins.js";

const BASE = "profiles[0].plugins.multiPoint";
const TEXT = `kind: KubeSchedulerConfiguration
profiles:
- schedulerName: default-scheduler
  plugins:
    multiPoint:
      enabled:
      - name: NodeName
      - name: TaintToleration
        weight: 3
---
kind: Node
`;
const turned = (text, path) => turnedPlugin(text, objectsOf(text.split("\n"))[0], path, { TaintToleration: 3 });

test("a plugin is on among the enabled ones and off among the disabled ones", () => {
  equal([pluginKnob(`${BASE}.enabled[1].name`).value, pluginKnob(`${BASE}.disabled[0].name`).value,
    pluginKnob("metadata.name")], ["on", "off", null]);
});

test("a plugin that is switched off goes to the disabled ones and comes back with its weight", () => {
  const off = turned(TEXT, `${BASE}.enabled[1].name`);

  equal(off.text, TEXT.replace("      - name: TaintToleration\n        weight: 3\n",
    "      disabled:\n      - name: TaintToleration\n"));
  equal(off.text.split("\n")[off.line], "      - name: TaintToleration");
  equal(turned(off.text, `${BASE}.disabled[0].name`).text, TEXT);
  const both = turned(off.text, `${BASE}.enabled[0].name`).text;
  equal(both.includes("enabled:"), false);
});
