"""The one table of verbs, which defines the parser, the help and the completion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from playground.console.api import Api
from playground.console.line import Arguments, Flag
from playground.console.output import Output
from playground.console.verbs import changes, creation, explain, nodes, questions, reads, server, top, waits

Run = Callable[[Api, Arguments, str, Output], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """`takes` says what completes its words: `kind` (a kind and then its names), `pod`, `node`, or the verb's
    own words. `whole` passes all words to the verb, its own name first."""

    name: str
    says: str
    usage: str
    run: Run
    takes: str = ""
    words: tuple[str, ...] = ()
    flags: tuple[Flag, ...] = ()
    whole: bool = False

    @property
    def by_name(self) -> Mapping[str, Flag]:
        return {flag.name: flag for flag in self.flags}


_EVERYWHERE = "namespace/n=@namespaces"
_FORM = "output/o=wide|yaml|json|name|jsonpath=|custom-columns= show-managed-fields"
_WRITE = f"dry-run=none|server|client field-manager= validate=strict|warn|ignore {_FORM}"
_FILE, _SOME = "filename/f=-", "selector/l= field-selector= all"
_SERVER = "server-side force-conflicts"
_READ = f"{_FORM} selector/l= field-selector= all-namespaces/A ignore-not-found show-labels no-headers"
_PROCESS = "stdin/i tty/t container/c= follow/f tail= previous/p"


def flags_of(description: str) -> tuple[Flag, ...]:
    """Flags in the notation of the table: `name`, `name/short`, `name=` with a value, `name=a|b` with
    completions, `name=@kind` with the names of a kind."""
    flags = []
    for word in description.split():
        name, equals, values = word.partition("=")
        name, _, short = name.partition("/")
        offered = values[1:] if values.startswith("@") else tuple(item for item in values.split("|") if item)
        flags.append(Flag(name, short, takes_value=bool(equals), values=offered))
    return tuple(flags)


def _verb(
    run: Run,
    name: str,
    says: str,
    usage: str,
    takes: str = "",
    flags: str = "",
    *,
    words: str = "",
    whole: bool = False,
) -> Verb:
    return Verb(
        name, says, usage, run, takes, tuple(words.split()), flags_of(f"{flags} {_EVERYWHERE}"), whole
    )


_ROWS = (
    _verb(reads.get, "get", "Display one or many resources", "get pods -o wide", "kind",
          f"{_READ} watch/w watch-only label-columns/L= sort-by= resource-version= chunk-size="),
    _verb(reads.describe, "describe", "Show details of a resource", "describe pod/web", "kind",
          "selector/l= field-selector= all-namespaces/A show-events"),
    _verb(questions.why, "why", "Say why a pod is where it is", "why pod/web", "pod", "output/o=json"),
    _verb(reads.events, "events", "List events", "events --for pod/web", "",
          "for= all-namespaces/A no-headers"),
    _verb(top.top, "top", "Display resource usage", "top nodes", "", "all-namespaces/A",
          words="nodes pods"),
    _verb(explain.explain, "explain", "Get documentation for a field", "explain pod.spec.affinity", "kind"),
    _verb(server.api_resources, "api-resources", "Print the supported API resources", "api-resources", "",
          "api-group="),
    _verb(server.version, "version", "Print the version of the server", "version"),
    _verb(server.cluster_info, "cluster-info", "Display where the control plane is", "cluster-info"),
    _verb(server.auth, "auth", "Inspect authorization", "auth can-i delete pods", words="can-i whoami"),
    _verb(changes.apply, "apply", "Apply a configuration", "apply -f - <<EOF", "",
          f"{_FILE} {_WRITE} {_SERVER}"),
    _verb(creation.create, "create", "Create a resource", "create deployment web --image=nginx", "",
          f"{_FILE} {_WRITE} image= replicas/r= port= value= description= global-default selector= tcp= "
          "preemption-policy=PreemptLowerPriority|Never min-available= max-unavailable= from-literal=",
          words=creation.WORDS),
    _verb(creation.run, "run", "Run a pod with one container", "run box --image=busybox", "",
          f"{_WRITE} image= labels/l= port= restart=Always|OnFailure|Never command requests= limits= "
          "overrides="),
    _verb(changes.edit, "edit", "Edit a resource in the editor", "edit deployment/web", "kind",
          "show-managed-fields"),
    _verb(changes.replace, "replace", "Replace a resource", "replace -f -", "", f"{_FILE} {_WRITE} edited"),
    _verb(changes.patch, "patch", "Update fields of a resource", "patch deploy web -p '{...}'", "kind",
          f"patch/p= type=strategic|merge|json subresource=status|scale {_WRITE}"),
    _verb(changes.label, "label", "Update the labels of a resource", "label node n1 disk=ssd", "kind",
          f"overwrite {_SOME} {_WRITE}"),
    _verb(changes.annotate, "annotate", "Update the annotations", "annotate pod/web note=x", "kind",
          f"overwrite {_SOME} {_WRITE}"),
    _verb(changes.set_, "set", "Set images or resources", "set image deploy/web nginx=nginx:1.27", "kind",
          f"requests= limits= containers/c= {_WRITE}", words="image resources"),
    _verb(changes.scale, "scale", "Set a new size", "scale deployment/web --replicas=4", "kind",
          f"replicas= current-replicas= {_SOME} {_FILE} {_WRITE}"),
    _verb(changes.autoscale, "autoscale", "(nothing would scale: not simulated)", "autoscale", "kind",
          "min= max= cpu= cpu-percent="),
    _verb(creation.expose, "expose", "Make a Service of a workload", "expose deployment/web --port=80",
          "kind", f"port= target-port= name= protocol=TCP|UDP type=ClusterIP|NodePort|LoadBalancer {_WRITE}"),
    _verb(waits.rollout, "rollout", "Manage a rollout", "rollout status deployment/web", "kind",
          "to-revision= watch=true|false timeout= said=", words=waits.SUBVERBS),
    _verb(waits.wait, "wait", "Wait for a condition", "wait --for=condition=Ready pod/web", "kind",
          f"for=condition=|delete|create|jsonpath= timeout= {_SOME} quiet"),
    _verb(changes.delete, "delete", "Delete resources", "delete pod/web", "kind",
          f"{_FILE} {_SOME} grace-period= now force wait=true|false ignore-not-found dry-run=none|server "
          "cascade=background|foreground|orphan timeout="),
    _verb(changes.diff, "diff", "Say what an apply would change", "diff -f -", "",
          f"{_FILE} {_WRITE} {_SERVER}"),
    _verb(nodes.cordon, "cordon", "Mark a node as unschedulable", "cordon n1", "node", "selector/l="),
    _verb(nodes.uncordon, "uncordon", "Mark a node as schedulable", "uncordon n1", "node", "selector/l="),
    _verb(nodes.drain, "drain", "Empty a node", "drain n1 --ignore-daemonsets", "node",
          "ignore-daemonsets delete-emptydir-data force disable-eviction grace-period= selector/l= "
          "dry-run=none|server timeout= again evicting="),
    _verb(nodes.taint, "taint", "Update the taints of a node", "taint nodes n1 key=value:NoSchedule", "kind",
          f"overwrite {_SOME}"),
    _verb(questions.podium, "podium", "Ask what kubectl cannot", "podium why pod/web", "pod", "output/o=json",
          words="why step"),
    *(
        _verb(server.refused, name, "(no process runs in a container)", name, "pod", _PROCESS, whole=True)
        for name in ("logs", "exec", "attach", "port-forward", "cp")
    ),
)  # fmt: skip

VERBS: Mapping[str, Verb] = {row.name: row for row in _ROWS}
HIDDEN = frozenset(("resource-version", "said", "again", "evicting", "edited", "quiet"))
"""Internal flags of the console's repeated commands; completion does not offer them."""


def help_of(words: tuple[str, ...], output: Output) -> None:
    verb = VERBS.get(words[0]) if words else None
    if verb is None:
        width = max(len(verb) for verb in VERBS)
        for row in _ROWS:
            output.say(f"  {row.name:<{width}}  {row.says}")
        output.say("")
        output.say("Behind | there may be grep, head, tail, wc -l and sort.")
        output.say("`clear` empties the console, and `use NAMESPACE` changes the namespace.")
        return
    output.say(verb.says)
    output.say("")
    output.say(f"  kubectl {verb.usage}")
    output.say("")
    for flag in verb.flags:
        if flag.name not in HIDDEN:
            short = f"-{flag.short}, " if flag.short else "    "
            values = "|".join(flag.values) if isinstance(flag.values, tuple) else ""
            output.say(f"  {short}--{flag.name}{'=' + (values or '…') if flag.takes_value else ''}")
