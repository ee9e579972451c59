"""What several controllers share: the work queue, timers, pods by owner, revisions."""
