import { equal, test } from "../../harness.js";
import { createSpreadStage, everyTick, levelPx, spaceFor } from "./spread-stage.js";

const FRAGMENT = `<section><div data-charts><div class="spcs"><figure class="spc" data-levels="2.5">
<svg class="plot" height="60"></svg></figure></div></div></section>`;

test("a level has a share of the space, however many there are, so that no chart is cut", () => {
  equal([levelPx(2.5, 100), levelPx(10.5, 100), levelPx(2.5, 300), levelPx(50, 100)], [40, 9, 96, 2]);
});

test("numbers of an axis that would stand over each other are left out", () => {
  equal([everyTick(40, 1), everyTick(9, 1), everyTick(14, 1.25)], [1, 2, 2]);
});

test("a table stands whole below the charts, which become lower for it, or it is left out", () => {
  const areas = [400, 220, 160].map((free) => spaceFor({ free, tables: 120 }));

  equal(areas, [{ whole: true, space: 280 }, { whole: true, space: 100 }, { whole: false, space: 160 }]);
});

test("the stage takes the charts out of a fragment, higher where there is space", () => {
  const root = document.createElement("div");
  root.innerHTML = '<div class="zones"></div>';
  root.style.height = "900px";
  document.body.append(root);
  const stage = createSpreadStage(root);

  equal(stage.show(FRAGMENT), "charts");

  equal(root.querySelector(".spread-stage svg.plot").getAttribute("height"), "240");
  equal(root.querySelector(".spread-stage .spc").classList.contains("named"), true);
  equal(stage.show("<p>no constraint</p>"), null);
  equal(root.querySelector(".spread-stage").hidden, true);
  stage.promise();
  equal([root.querySelector(".spread-stage").hidden, stage.show(null)], [false, null]);
  equal(root.querySelector(".spread-stage").childElementCount, 0);
  root.remove();
});

test("a decision without charts stands in their place with its scores", () => {
  const root = document.createElement("div");
  root.innerHTML = '<div class="zones"></div>';
  document.body.append(root);
  const stage = createSpreadStage(root);
  const scores = '<section data-scores><div class="bars"><div class="sbar">n1 300</div></div><table></table></section>';

  equal([stage.show(scores, "orphan"), stage.show(null)], ["scores", null]);
  equal(stage.show("<p>only n1</p>", "orphan"), "scores");
  equal(root.querySelector(".uncharted").textContent, "The scheduler counts no topology spread constraint for orphan.");
  root.remove();
});
