/** The button that asks what the processes of a pod are to do. Its fields are fetched when it is used. */
import { button } from "../../el.js";
import { t } from "../../i18n.js";

export function createBehaveButton(actions, player) {
  const open = (key) => actions.guarded(async () => {
    const module = await actions.later(import("./behaviour.js"));
    const { pods, rules } = player.state.model;
    const pod = pods.get(key); // as it is now, not when its button was made
    if (module && pod) module.askBehaviour(actions, pod, rules);
  });

  return {
    /** Buttons beside those of every pod. */
    pod: (pod) =>
      pod.node && pod.holds
        ? [button("btn.small", t("ui.behave.open"), () => open(pod.key))]
        : [],
  };
}
