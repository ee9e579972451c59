import { equal, test } from "../harness.js";
import { begun, filled, filledYaml } from "./verb-values.js";

test("a field that is a whole text keeps the type of its value", () => {
  const inputs = { kind: "scale", replicas: "{replicas}", labels: { "{key}": "v-{key}" }, kept: "{other}" };

  equal(filled(inputs, { replicas: 3, key: "a" }),
    { kind: "scale", replicas: 3, labels: { a: "v-a" }, kept: "{other}" });
});

test("a number in YAML loses the quotes that its field had", () => {
  const yaml = "replicas: '{replicas}'\nname: '{name}'\nlabel: {name}-1\n";

  equal(filledYaml(yaml, { replicas: 3, name: "web" }), "replicas: 3\nname: 'web'\nlabel: web-1\n");
});

test("a form begins with the values of its fields", () => {
  equal(begun([{ name: "n", value: 2 }, { name: "force", value: false }]), { n: 2, force: false });
});
