"""Admission plugin ServiceAccount: a new pod names an account that its namespace has.

Source: plugin/pkg/admission/serviceaccount `Admit` (v1.36). Dumps bring no accounts, so one that a pod of the
namespace uses is taken for there: that pod was let in.
"""

from __future__ import annotations

from collections.abc import Iterable

from scheduler_core.apiserver.storage.results import Refused, forbidden
from scheduler_core.objects.manifest import Manifest, find, text
from scheduler_core.objects.pod import Pod


def account_of(pod: Manifest) -> str:
    """The name of the account that a pod names; "" for that of every namespace."""
    spec = pod.get("spec")
    return text(find(spec, "serviceAccountName")) or text(find(spec, "serviceAccount"))


def account_refusal(pod: Manifest, namespace: str, pods: Iterable[Pod]) -> Refused | None:
    """Why a new pod whose account is not stored is refused; None where one of `pods` uses it."""
    account = account_of(pod)
    if any(other.namespace == namespace and account_of(other.manifest) == account for other in pods):
        return None
    name = text(find(pod, "metadata", "name")) or text(find(pod, "metadata", "generateName"))
    missing = f'serviceaccount "{account}" not found'
    return forbidden("Pod", name, f"error looking up service account {namespace}/{account}: {missing}")
