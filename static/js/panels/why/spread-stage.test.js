import { equal, test } from "../../harness.js";
import { createSpreadStage, levelPx } from "./spread-stage.js";

const FRAGMENT = `<section><div data-charts><div class="spcs"><figure class="spc" data-levels="2.5">
<svg class="plot" height="60"></svg></figure></div></div></section>`;

test("a level has a share of the room, within bounds", () => {
  equal([levelPx(2.5, 100), levelPx(10.5, 100), levelPx(2.5, 200), levelPx(50, 100)], [40, 14, 64, 2]);
});

test("the stage takes the charts out of a fragment, higher where there is room", () => {
  const root = document.createElement("div");
  root.innerHTML = '<div class="zones"></div>';
  document.body.append(root);
  const stage = createSpreadStage(root);

  equal(stage.show(FRAGMENT), true);

  equal(root.querySelector(".spread-stage svg.plot").getAttribute("height"), "55");
  equal(root.querySelector(".spread-stage .spc").classList.contains("named"), true);
  equal(stage.show("<p>no constraint</p>"), false);
  equal(root.querySelector(".spread-stage").hidden, true);
  stage.promise();
  equal([root.querySelector(".spread-stage").hidden, stage.show(null)], [false, false]);
  equal(root.querySelector(".spread-stage").childElementCount, 0);
  root.remove();
});
