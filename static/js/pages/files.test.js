import { equal, test } from "../harness.js";
import { isPacked, joinFiles, pasteAsFile } from "./files.js";

test("one file stays as it is, but for a mark of its encoding and empty lines at its end", () => {
  equal(joinFiles([{ name: "a.yaml", text: "\uFEFFkind: Pod\n\n" }]), "kind: Pod\n");
});

test("several files are documents of their own, each after a line with its name", () => {
  const files = [{ name: "a.yaml", text: "a: 1\n" }, { name: "b.yaml", text: "b: 2" }];

  equal(joinFiles(files), "# file: a.yaml\na: 1\n---\n# file: b.yaml\nb: 2\n");
});

test("a long text that is pasted becomes a file, a short one stays in its field", () => {
  const area = document.createElement("textarea");
  const taken = [];
  pasteAsFile(area, (files) => taken.push(...files.map((file) => [file.name, file.size])));
  const paste = (text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    return area.dispatchEvent(new ClipboardEvent("paste", { clipboardData, cancelable: true }));
  };

  equal([paste("kind: Pod"), paste("x".repeat(200_001))], [true, false]);
  equal(taken, [["pasted.yaml", 200_001]]);
});

test("an archive is no text for the editor", () => {
  const files = ["dump.tar.gz", "dump.TGZ", "dump.tar", "dump.zip", "sos.tar.xz", "zip.yaml"];

  equal(files.map((name) => isPacked({ name, type: "" })), [true, true, true, true, true, false]);
});

test("what gzip packed is no text for the editor, whatever its case or where only the browser knows", () => {
  const files = [["a.yaml.gz", ""], ["A.JSON.GZ", ""], ["a", "application/gzip"], ["a.yaml", ""], ["gz.yaml", ""]];

  equal(files.map(([name, type]) => isPacked({ name, type })), [true, true, true, false, false]);
});
