"""The settings of a KubeletConfiguration for eviction and shutdown.

Source: pkg/kubelet/apis/config/v1beta1 (defaults), pkg/kubelet/apis/config/validation (v1.34).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scheduler_core.kubelet.eviction.config import (
    DEFAULT_EVICTION_HARD,
    DEFAULT_TRANSITION_MS,
    ENFORCE_PODS,
    ConfigError,
    EvictionConfig,
    Statements,
    default_eviction_config,
    eviction_config,
)
from scheduler_core.kubelet.node_shutdown.groups import Period, periods
from scheduler_core.objects.manifest import Json, Manifest, find, integer, items, strings
from scheduler_core.objects.problem import Problem
from scheduler_core.objects.replacing import replace
from scheduler_core.objects.scalars.durations import parse_duration

EVICTION_MAPS = ("evictionHard", "evictionSoft", "evictionSoftGracePeriod", "evictionMinimumReclaim")


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings. `shutdown` holds the periods of a graceful node shutdown; empty when it is not
    configured.
    """

    eviction: EvictionConfig = field(default_factory=default_eviction_config)
    shutdown: tuple[Period, ...] = ()


DEFAULT_SETTINGS = Settings()


def settings(configuration: Manifest) -> Settings:
    """The settings of a configuration. A field that `problems` names is ignored."""
    return _Reader(configuration).read() if configuration else DEFAULT_SETTINGS


def problems(configuration: Manifest) -> tuple[Problem, ...]:
    """The fields with which the kubelet would refuse to start."""
    reader = _Reader(configuration)
    reader.read()
    return tuple(reader.problems)


class _Reader:
    def __init__(self, configuration: Manifest) -> None:
        self.configuration = configuration
        self.problems: list[Problem] = []

    def refuse(self, path: str, words: str) -> None:
        self.problems.append(Problem.of(path, "kubelet_config.refused", words))

    def read(self) -> Settings:
        limits = self.flag("localStorageCapacityIsolation", True)
        return Settings(replace(self.eviction(), local_storage_limits=limits), self.shutdown())

    def eviction(self) -> EvictionConfig:
        maps = {name: self.statements(name) for name in EVICTION_MAPS}
        hard = maps["evictionHard"]
        if self.configuration.get("evictionHard") is None:
            hard = DEFAULT_EVICTION_HARD
        elif self.flag("mergeDefaultEvictionSettings", False):
            hard = {**DEFAULT_EVICTION_HARD, **hard}
        enforced = self.configuration.get("enforceNodeAllocatable")
        try:
            return eviction_config(
                hard,
                maps["evictionSoft"],
                maps["evictionSoftGracePeriod"],
                maps["evictionMinimumReclaim"],
                enforce_node_allocatable=(ENFORCE_PODS,) if enforced is None else strings(enforced),
                max_pod_grace_s=self.whole("evictionMaxPodGracePeriod"),
                transition_ms=self.duration(
                    self.configuration.get("evictionPressureTransitionPeriod"),
                    "evictionPressureTransitionPeriod",
                    DEFAULT_TRANSITION_MS,
                ),
            )
        except ConfigError as error:
            self.refuse(error.field, str(error))
            return default_eviction_config()

    def statements(self, name: str) -> Statements:
        """Signal → text, as one of `EVICTION_MAPS` states it; empty when it is missing or refused."""
        stated = self.configuration.get(name)
        if stated is None:
            return {}
        if not isinstance(stated, Mapping):
            self.refuse(name, "expected a map of signals")
            return {}
        statements: dict[str, str] = {}
        for signal, value in stated.items():
            # YAML reads some values as numbers that Kubernetes expects as text.
            if isinstance(value, bool) or not isinstance(value, (str, int, float)):
                self.refuse(f"{name}.{signal}", "expected a quantity, a percentage or a duration")
                continue
            statements[signal] = value if isinstance(value, str) else str(value)
        return statements

    def shutdown(self) -> tuple[Period, ...]:
        total = self.seconds("shutdownGracePeriod")
        critical = self.seconds("shutdownGracePeriodCriticalPods")
        if critical > total:
            self.refuse(
                "shutdownGracePeriodCriticalPods",
                f"invalid configuration: shutdownGracePeriodCriticalPods {critical}s must be <= "
                f"shutdownGracePeriod {total}s",
            )
        listed: list[Period] = []
        entries = items(self.configuration.get("shutdownGracePeriodByPodPriority"))
        if entries and (total > 0 or critical > 0):
            self.refuse(
                "shutdownGracePeriodByPodPriority",
                "invalid configuration: Cannot specify both shutdownGracePeriodByPodPriority and "
                "shutdownGracePeriod at the same time",
            )
        for index, entry in enumerate(entries):
            path = f"shutdownGracePeriodByPodPriority[{index}]"
            priority, seconds = (
                integer(find(entry, "priority")),
                integer(find(entry, "shutdownGracePeriodSeconds")),
            )
            if priority is None or seconds is None or seconds < 0:
                self.refuse(path, "expected priority and shutdownGracePeriodSeconds")
                continue
            listed.append(Period(priority, seconds))
        return periods(total, critical, listed)

    def seconds(self, name: str) -> int:
        return self.duration(self.configuration.get(name), name, 0) // 1000

    def duration(self, value: Json, name: str, default: int) -> int:
        if value is None:
            return default
        try:
            parsed = parse_duration(str(value))
        except ValueError as error:
            self.refuse(name, str(error))
            return default
        if parsed < 0:
            self.refuse(name, f"must not be negative: {value}")
            return default
        return parsed

    def flag(self, name: str, default: bool) -> bool:
        value = self.configuration.get(name)
        if value is None:
            return default
        if not isinstance(value, bool):
            self.refuse(name, "expected true or false")
            return default
        return value

    def whole(self, name: str) -> int:
        """The whole number of a field; 0 when it is missing or refused."""
        value = self.configuration.get(name)
        number = integer(value)
        if value is not None and number is None:
            self.refuse(name, "expected a whole number")
        return number or 0
