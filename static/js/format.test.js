import { equal, test } from "./harness.js";
import { axisTime, clockTime, cores, cpu, grouped, middleCut, priority, shortNames, tailCut } from "./format.js";

test("whole cores have their unit, millis say it themselves", () => {
  equal(["2", "500m", "2500m"].map(cpu), ["2 cpu", "500m", "2500m"]);
  equal([3500, 4000, 250].map(cores), ["3.5", "4", "0.25"]);
});

test("a priority is short", () => {
  equal([0, 100, 1000, 10000, 1000000, 2000000000, -5, 1500, 999999].map(priority), [
    "0",
    "100",
    "1k",
    "10k",
    "1M",
    "2G",
    "-5",
    "1.5k",
    "1000k",
  ]);
});

test("virtual time shows tenths on the clock and whole seconds on the axis", () => {
  equal([clockTime(72), clockTime(3661.25), clockTime(72, { short: true })], ["00:01:12.0", "01:01:01.2", "01:12.0"]);
  equal([axisTime(72), axisTime(3672)], ["01:12", "1:01:12"]);
});

test("a long name is cut in the middle and keeps its tail", () => {
  equal([middleCut("auth-6c9d5f7b8-x8k2p", 15), middleCut("web-1", 15)], ["auth-6c9…-x8k2p", "web-1"]);
});

test("thousands are grouped", () => {
  equal([grouped(1000000), grouped(500)], ["1\u00a0000\u00a0000", "500"]);
});

test("short node names drop what all have in common up to a dash", () => {
  equal([...shortNames(["node-a1", "node-b2"]).values()], ["a1", "b2"]);
  equal([...shortNames(["n1", "n2"]).values()], ["n1", "n2"]);
});

test("short node names drop a domain that all have in common", () => {
  const names = ["ip-10-0-12-34.eu-west-1.compute.internal", "ip-10-0-7-4.eu-west-1.compute.internal"];

  equal([...shortNames(names).values()], ["12-34", "7-4"]);
  equal([...shortNames(["a.one.example", "a.two.example"]).values()], ["one", "two"]);
});

test("short names of several numbered parts drop the words between the numbers where they are long", () => {
  const racks = ["rack01-node01.dc1.example", "rack01-node12.dc1.example", "rack02-node01.dc1.example"];

  equal([...shortNames(racks).values()], ["01-01", "01-12", "02-01"]);
  equal([...shortNames(["pool-1-x8k2p", "pool-2-x8k2q"]).values()], ["1-x8k2p", "2-x8k2q"]);
});

test("nodes of several providers lose their own domains", () => {
  const names = [
    "ip-10-0-12-34.eu-west-1.compute.internal", "ip-10-0-7-4.eu-west-1.compute.internal", "gke-prod-pool-3f9a-x8k2",
    "aks-nodepool1-vmss00000a", "worker-1.dc2.example",
  ];

  equal([...shortNames(names).values()], [
    "12-34", "7-4", "gke-prod-pool-3f9a-x8k2", "aks-nodepool1-vmss00000a", "worker-1",
  ]);
  equal([...shortNames(["w-1.a", "w-2.a", "w-1.b", "w-2.b"]).values()], ["1.a", "2.a", "1.b", "2.b"]);
});

test("a name that is cut at its head keeps the tail that tells it from its neighbours", () => {
  equal(["12-34", "pool-1-x8k2p"].map((name) => tailCut(name, 6)), ["12-34", "…x8k2p"]);
});
