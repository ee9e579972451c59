"""The waits before restarts."""

from __future__ import annotations

from scheduler_core.kubelet.kuberuntime.crash_loop import NEVER_RESTARTED


def test_the_first_restart_comes_at_once_and_the_next_ones_double_from_ten_seconds_to_five_minutes() -> None:
    loop, now_ms, waits = NEVER_RESTARTED, 0, []
    for _ in range(8):
        wait = loop.wait_seconds(now_ms)
        waits.append(wait)
        loop = loop.restarted(now_ms, now_ms + wait * 1000)
        now_ms += wait * 1000 + 1_000

    assert [0, 10, 20, 40, 80, 160, 300, 300] == waits


def test_ten_minutes_of_running_make_it_forget() -> None:
    loop = NEVER_RESTARTED.restarted(0, 0).restarted(1_000, 11_000)

    assert 20 == loop.wait_seconds(611_000)
    assert 0 == loop.wait_seconds(611_001)
    assert 10 == loop.restarted(611_001, 611_001).seconds
