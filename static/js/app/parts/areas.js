/** Which parts of the page a run needs: queue, rail of the scheduling cycle, space below the nodes. Pure. */

const waits = (pod) => pod.phase === "Pending" && !pod.node;

/**
 * Decided over all acts of the run, so that nothing jumps while stepping; a run whose owner may add pods at any time
 * keeps the space. `cycles`: the scheduler tries a pod somewhere. `column`: there is something for the queue's column,
 * that is a pod in the queue, one that was evicted and stays, or a priority class. `quiet`: up to the step that is
 * shown no pod waited. `classesAlone`: no pod comes at any step, and priority classes are what there is to see.
 *
 * @param {object} options
 * @param {Array<[number, number, string, string, string | null]>} options.acts the timeline: seq, t, actor, kind, pod
 * @param {object} options.model the state that is shown
 * @param {boolean} options.canAct whether inputs may come
 * @param {boolean} options.comes whether the text beside the board speaks of a pod that is still to come
 */
export function areasOf({ acts, model, canAct, comes = false }) {
  const pods = [...model.pods.values()];
  const tried = Boolean(model.last) || pods.some(waits);
  const now = tried || !(model.scheduler?.running ?? true);
  const schedules = acts.some(([, , actor, kind]) => actor === "scheduler" && kind === "schedule");
  const cycles = canAct || comes || tried || schedules;
  const stones = pods.some((pod) => pod.remains) || acts.some(([, , , kind]) => kind === "evict");
  const classes = model.classes.size > 0;
  const classesAlone = classes && !cycles && pods.length === 0 && acts.every(([, , , , pod]) => !pod);
  return { cycles, column: cycles || stones || classes, quiet: !now, classesAlone };
}

/**
 * Whether the two racks of a node have the stage for themselves in the whole run, because its scenario cuts nodes off:
 * no charts and no lanes stand below the nodes.
 */
export const truthsFill = (model) => model.rules.breaks && model.nodes.size > 1;

/**
 * Whether spread charts, or the lanes of the hero's end, stand below plain nodes at some step of the run: the nodes
 * leave them space from the start.
 */
export function spaceBelow({ acts, model, hero, charted = hasCharts({ acts, model, hero }) }) {
  return charted || (!truthsFill(model) && heroEnds({ acts, model, hero }));
}

/** Whether the pod of the scenario ends at some step of the run. */
function heroEnds({ acts, model, hero }) {
  return Boolean(hero) && acts.some(([, , , kind, pod]) => pod === hero && model.rules.graceActs.includes(kind));
}

/**
 * Pods in the order in which their end is the story of step `model.seq`: the hero, those whose end has begun, the
 * latest first, then those that will end, the next first. None where the hero does not end.
 */
export function endingPods({ acts, model, hero }) {
  if (!heroEnds({ acts, model, hero })) return [];
  const ends = acts.filter(([, , , kind, pod]) => pod && model.rules.graceActs.includes(kind));
  const begun = ends.filter(([seq]) => seq <= model.seq).toReversed();
  const coming = ends.filter(([seq]) => seq > model.seq);
  return [...new Set([hero, ...[...begun, ...coming].map((act) => act[4])])];
}

/** Constraints that kube-scheduler has by itself are a story only where the hero is placed by them. */
const charted = (hero) => ([, , , , pod, spreads]) => spreads === true || (Boolean(spreads) && pod === hero);

/** Whether spread charts stand below the nodes at some step of the run. `hero`: key of the pod it is about, or null. */
export const hasCharts = ({ acts, model, hero }) => !truthsFill(model) && acts.some(charted(hero));

/** Whether they do at a later step. */
export const chartsCome = ({ acts, model, hero }) =>
  hasCharts({ acts: acts.filter(([seq]) => seq > model.seq), model, hero });
