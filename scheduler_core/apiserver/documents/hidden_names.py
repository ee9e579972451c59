"""Replaces the names in a user's manifests by codes: a word gets the same code wherever it occurs.

A name is split into words at hyphens, dots, slashes and so on. Numbers and the words of Kubernetes stay. So
derived names (`web-5d4f`, `data-web-0`, an image, the key of a label) stay derived, selectors still match,
and codes sort like the words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from scheduler_core.apiserver.documents.secrets import drop_secrets
from scheduler_core.objects.manifest import Json

_WORD = re.compile(r"[A-Za-z0-9]+")
_STAYS = re.compile(r"\d+|v\d+(?:(?:alpha|beta)\d+)?|sha\d+")
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_KUBERNETES = """
access admin admissionregistration affinity agent alpha amd64 app apps arch arm64 attached aws azure
balancers baseline batch beta by cinder class cloud cloudprovider cluster com completion component
control controller core cpu critical csi daemon default deployment disk disruption dns domain ebs
endpoint endpoints endpointslice enforce exclude external failure false from generation gke hash headless
hostname hugepages index initialized instance interruptible io job k8s kube kubelet kubernetes latest
lease linux load managed master memory metadata name network no node not of openstack org os out part pd
pid plane pod podium ppc64le preemptible pressure priority privileged protection provisioner public ready
region replicaset resource restricted revision role s390x scheduler scheduling security service size spot
statefulset storage system template topology true type uid unavailable uninitialized unreachable
unschedulable version volume volumes windows worker zone
"""
KUBERNETES_WORDS = frozenset(_KUBERNETES.split())
"""Words that stay in names: Kubernetes uses them itself, or they reveal nothing about the user."""

Rename = Callable[[str], str]


def words_in(documents: Iterable[Json]) -> set[str]:
    """The words of the names in some documents that are to be replaced."""
    words: set[str] = set()

    def collect(name: str) -> str:
        words.update(_WORD.findall(name))
        return name

    for document in documents:
        drop_secrets(document, collect)
    return {word for word in words if not _stays(word)}


def codes_for(words: Iterable[str]) -> Rename:
    """The function that gives the code of each name made of these words, in the order of the words."""
    ordered = sorted(set(words))
    width = max(2, len(_base36(len(ordered))))
    codes = {word: f"n{_base36(place).zfill(width)}" for place, word in enumerate(ordered)}
    renamed: dict[str, str] = {}

    def rename(name: str) -> str:
        if name not in renamed:
            renamed[name] = _WORD.sub(lambda word: codes.get(word[0], word[0]), name)
        return renamed[name]

    return rename


def _stays(word: str) -> bool:
    return word.lower() in KUBERNETES_WORDS or _STAYS.fullmatch(word) is not None


def _base36(number: int) -> str:
    text = ""
    while True:
        number, digit = divmod(number, 36)
        text = _DIGITS[digit] + text
        if not number:
            return text
