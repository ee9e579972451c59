"""A small lesson for tests."""

EXAMPLE = """\
apiVersion: podium/v1
kind: Lesson
metadata: {name: basic-preemption}
spec:
  number: 2
  topic: preemption
  minutes: 8
  title: {en: Making room, uk: Звільнити місце}
  starts:
    - {name: main, scenario: basic-preemption}
  steps:
    - title: The start
      text: Two pods run on `n1`.
      at: {step: 0}
      lit: {nodes: [n1]}
    - title: The victim
      text: A pod with a higher priority comes.
      ask:
        question: Which pod ends?
        until: {when: {pod: {name: p, bound: true}}}
        because: '**low1** is put back first.'
        choices:
          - {text: low1, holds: {pod: {name: low1, exists: false}}, because: It started first., misconception: Seniority, board: {pods: [low1]}}
          - {text: low2, holds: {pod: {name: low2, exists: false}}, because: It started later., board: {pods: [low2]}}
    - title: The time
      text: Now `p` waits.
      at: {step: 2}
      ask:
        question: When is p bound?
        second: {of: {pod: {name: p, bound: true}}, from: 0, to: 60, wrong: [{from: 0, to: 5, because: The victim has 30 s.}]}
  task:
    text: Let `p` run, and keep `low2`.
    checks: [{name: low2, says: low2 stays, holds: {pod: {name: low2, same: true}}}, {name: bound, says: p runs, holds: {pod: {name: p, node: n1}}}]
    hints:
      - {text: Make room for p., show: force}
    accepted:
      - name: force
        inputs:
          - {at: 0, kind: delete, object: {kind: Pod, name: low1}, force: true}
          - at: 1
            kind: apply
            documents: &p
              - {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {priorityClassName: p100, containers: [{name: app, image: a, resources: {requests: {cpu: "1"}}}]}}
    rejected:
      - name: plain
        fails: [low2]
        because: Without room low2 is the victim.
        inputs:
          - {at: 1, kind: apply, documents: *p}
"""
SECOND = EXAMPLE.replace("{name: basic-preemption}", "{name: later}", 1).replace(
    "number: 2", "number: 3\n  needs: [basic-preemption]"
)
