/**
 * Clusters, rooms and where their squares stand: [what it is, {zones, pools of each, n of nodes in each of the
 * smallest}, [width, height, head], the layout]: the first and the last corner, areas as [x, y, width], and the
 * sum of x + 3 y of all corners. The tests of the server's pictures read this file too (JSON behind the equals sign).
 */
export const CASES = [
  ["sixty nodes in three zones", {"zones": 3, "pools": 0, "n": 20}, [860, 520, 16],
    {"level": "areas", "px": 74, "gap": 4, "height": 520, "first": [0, 16], "last": [702, 446],
     "areas": [[0, 0, 776], [0, 176, 776], [0, 352, 776]], "sum": 62640}],
  ["zones with pools", {"zones": 3, "pools": 4, "n": 5}, [860, 520, 16],
    {"level": "pools", "px": 66, "gap": 4, "height": 520, "first": [0, 32], "last": [706, 454],
     "areas": [[0, 0, 842], [0, 176, 842], [0, 352, 842]], "sum": 64920}],
  ["three hundred nodes in pools", {"zones": 3, "pools": 3, "n": 33}, [860, 520, 16],
    {"level": "pools", "px": 27, "gap": 2, "height": 349, "first": [0, 32], "last": [802, 322],
     "areas": [[0, 0, 267], [281, 0, 267], [562, 0, 267]], "sum": 276804}],
  ["five thousand nodes", {"zones": 3, "pools": 3, "n": 555}, [860, 520, 16],
    {"level": "pools", "px": 7, "gap": 1, "height": 439, "first": [0, 32], "last": [792, 432],
     "areas": [[0, 0, 273], [287, 0, 273], [574, 0, 273]], "sum": 5540940}],
  ["five thousand nodes on a phone", {"zones": 3, "pools": 0, "n": 1667}, [358, 420, 16],
    {"level": "areas", "px": 4, "gap": 1, "height": 395, "first": [0, 16], "last": [326, 391],
     "areas": [[0, 0, 109], [123, 0, 109], [246, 0, 109]], "sum": 3921711}],
  ["one zone without a name", {"zones": 0, "pools": 0, "n": 60}, [860, 520, 16],
    {"level": "none", "px": 82, "gap": 4, "height": 512, "first": [0, 0], "last": [774, 430],
     "areas": [[0, 0, 856]], "sum": 61920}],
  ["four hundred zones of three nodes", {"zones": 400, "pools": 0, "n": 3}, [860, 520, 16],
    {"level": "none", "px": 17, "gap": 2, "height": 511, "first": [0, 0], "last": [551, 494],
     "areas": [[0, 0, 853]], "sum": 1375410}],
  ["no room at all", {"zones": 3, "pools": 0, "n": 20}, [0, 0, 16],
    {"level": "none", "px": 1, "gap": 0, "height": 1, "first": [0, 0], "last": [59, 0],
     "areas": [[0, 0, 60]], "sum": 1770}]
];
