/**
 * Templates, arguments and the sentences they make; the server's tests read this file too (JSON behind the equals
 * sign).
 */
export const CASES = [
  ["{pod} on {node}", { "pod": "p", "node": "n1" }, "p on n1"],
  ["{pod} on {node}", { "pod": "{node}", "node": "<b>n</b>" }, "{node} on <b>n</b>"],
  ["{n} of {n}", { "n": 2 }, "2 of 2"],
  ["{pods}: {why}", { "pods": ["a", "b"], "why": null }, "a, b: "],
  ["{missing} stays", {}, "{missing} stays"],
  ["no place {", { "x": 1 }, "no place {"],
  ["因为 {cause}（{event}）", { "cause": "有变化", "event": "NodeAdd" }, "因为有变化（NodeAdd）"],
  ["{first} 与 {second} 之间", { "first": "n1", "second": "API 服务器" }, "n1 与 API 服务器之间"]
];
