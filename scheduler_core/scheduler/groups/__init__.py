"""Groups of pods that are scheduled together (v1.36): their cycle, and their preemption as one."""
