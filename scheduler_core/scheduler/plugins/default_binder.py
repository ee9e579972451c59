"""DefaultBinder: binds the pod through the API server.

Source: pkg/scheduler/framework/plugins/defaultbinder (v1.34).
"""

from __future__ import annotations

from typing import ClassVar

from scheduler_core.apiserver.storage.results import Refused
from scheduler_core.scheduler.cluster.pod_info import PodInfo
from scheduler_core.scheduler.framework.binding import BindingHandle
from scheduler_core.scheduler.framework.status import SUCCESS, Code, Status

NAME = "DefaultBinder"


class DefaultBinder:
    name: ClassVar[str] = NAME

    def bind(self, handle: BindingHandle, pod: PodInfo, node_name: str) -> Status:
        result = handle.api.bind(pod.namespace, pod.name, node_name, handle.now_ms, uid=pod.uid)
        return Status(Code.ERROR, (result.text,), NAME) if isinstance(result, Refused) else SUCCESS
