import { commandsOf, hereOf } from "./here-documents.js";
import { equal, test } from "../harness.js";

test("a here-document has a word that ends it", () => {
  equal({ line: "kubectl apply -f -", end: "EOF" }, hereOf("kubectl apply -f - <<EOF"));
  equal({ line: "kubectl apply -f -", end: "END" }, hereOf("kubectl apply -f - <<'END'"));
  equal(null, hereOf("kubectl get pods"));
});

test("a pasted text may hold several commands and their documents", () => {
  const { done, open } = commandsOf("kubectl apply -f - <<EOF\nkind: Pod\n  a: b\nEOF\n\nkubectl get pods");

  equal([{ line: "kubectl apply -f -", text: "kind: Pod\n  a: b\n" }, { line: "kubectl get pods", text: "" }], done);
  equal(null, open);
});

test("a document that has not ended waits for its last line", () => {
  const first = commandsOf("apply -f - <<EOF\nkind: Pod");
  const { done } = commandsOf("EOF", first.open);

  equal([], first.done);
  equal([{ line: "apply -f -", text: "kind: Pod\n" }], done);
});
