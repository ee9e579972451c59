"""Labels that state what a node is, and that are therefore never advised.

The kubelet, a cloud controller, a driver, an autoscaler or the provider of the cluster writes them. Whoever
sets one by hand states something untrue, or something that its owner puts back.

Sources: https://kubernetes.io/docs/reference/labels-annotations-taints (v1.34; the domains kubernetes.io and
k8s.io are reserved for Kubernetes), topologyKeys of CSINode, and the documentation of the providers.
"""

from __future__ import annotations

from collections.abc import Mapping

from scheduler_core.objects.manifest import find, strings
from scheduler_core.objects.storage import CSINode

_RESERVED = ("kubernetes.io", "k8s.io", "x-k8s.io")
_FOR_PEOPLE = ("node-restriction.kubernetes.io", "node-role.kubernetes.io", "app.kubernetes.io")
"""Reserved domains whose labels administrators set, as documented."""
_ROLES_OF_INSTALLERS = frozenset(("control-plane", "master", "etcd"))
_OWNERS = (
    *("amazonaws.com", "aws.com", "k8s.aws", "eksctl.io", "google.com", "gke.io", "googleapis.com"),
    *("azure.com", "microsoft.com", "karpenter.sh", "spot.io", "spotinst.io", "cast.ai"),
    *("gardener.cloud", "kubermatic.io", "digitalocean.com", "linode.com", "vultr.com", "civo.com"),
    *("scaleway.com", "exoscale.com", "upcloud.com", "ovh.net", "ovhcloud.com", "hetzner.cloud"),
    *("ionos.com", "equinix.com", "oraclecloud.com", "coreweave.com", "coreweave.cloud", "ibm.com"),
    *("ibm.io", "alibabacloud.com", "aliyun.com", "tencent.com", "cloud.com", "huawei.com"),
    *("huaweicloud.com", "volcengine.com", "yandex.net", "yandex.cloud", "openstack.org"),
    *("openshift.io", "cattle.io", "rancher.io", "k3s.io", "talos.dev", "vmware.com", "kubevirt.io"),
    *("virtual-kubelet.io",),
    *("nvidia.com", "amd.com", "intel.com", "habana.ai", "xilinx.com", "qualcomm.com", "furiosa.ai"),
)
"""Domains in which providers, autoscalers and the discovery of devices write labels."""
_WRITTEN_PREFIXES = ("topology.", "feature.", "gpu.")
"""First parts of domains that say so themselves, such as `topology.<driver>/zone` of a CSI driver."""
_FACTS = frozenset(
    (
        *("arch", "architecture", "os", "zone", "region", "hostname", "rack", "datacenter", "location"),
        *("instancetype", "instancefamily", "instancesize", "machinetype", "machinefamily", "capacitytype"),
    )
)
_FACT_ENDINGS = ("zone", "region", "instancetype", "machinetype", "capacitytype")
_POOL_ENDINGS = ("nodepool", "nodegroup", "agentpool", "instancegroup", "machineset", "machinepool")
_POOL_NAMES = tuple(
    f"{word}{part}" for word in ("pool", *_POOL_ENDINGS, "provisioner") for part in ("id", "name")
)


def states_machine(key: str, drivers: Mapping[str, CSINode]) -> bool:
    """Whether a label states what a node is. `drivers` are the CSINodes, by node: they name the labels of
    which the topology of a driver consists."""
    domain, _, name = key.rpartition("/")
    plain = _plain(name)
    if plain in _FACTS or plain.endswith((*_FACT_ENDINGS, *_POOL_ENDINGS, *_POOL_NAMES)):
        return True
    if domain in _FOR_PEOPLE:
        return name in _ROLES_OF_INSTALLERS
    if domain.startswith(_WRITTEN_PREFIXES) or of_provider(key):
        return True
    topologies = (
        strings(find(driver, "topologyKeys")) for node in drivers.values() for driver in node.drivers
    )
    return any(key in keys for keys in topologies)


def of_provider(key: str) -> bool:
    """Whether the domain of a label or taint belongs to Kubernetes itself or to a provider."""
    domain = key.rpartition("/")[0]
    return any(within(domain, owner) for owner in (*_RESERVED, *_OWNERS))


def pool_of(labels: Mapping[str, str]) -> str:
    """The label that names the pool of a node, `key=value`; "" for a node of no known pool."""
    names = {key: _plain(key.rpartition("/")[2]) for key in labels}
    pools = sorted(key for key, name in names.items() if name.endswith((*_POOL_ENDINGS, *_POOL_NAMES)))
    return f"{pools[0]}={labels[pools[0]]}" if pools else ""


def within(domain: str, owner: str) -> bool:
    return domain == owner or domain.endswith(f".{owner}")


def _plain(name: str) -> str:
    return "".join(letter for letter in name.lower() if letter.isalnum())
