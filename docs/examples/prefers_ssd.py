"""PrefersSSD: nodes with the label disk=ssd are liked, others are taken if need be."""

NAME = "PrefersSSD"


def score(pod, node, args):
    """100 for a node whose disk is the wanted one, else 0. `args` is what pluginConfig says."""
    wanted = args.get("disk", "ssd")
    return 100 if node.labels.get("disk") == wanted else 0
