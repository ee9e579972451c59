/** Here-documents: `apply -f - <<EOF`, the lines that follow, and the line that ends them. */

const BEGINS = /\s*<<-?\s*(["']?)([A-Za-z_][A-Za-z0-9_]*)\1/;

/** {line, end}: the command without the mark, and the word that ends its text; null without one. */
export function hereOf(line) {
  const match = line.match(BEGINS);
  return match ? { line: line.replace(BEGINS, " ").trimEnd(), end: match[2] } : null;
}

/**
 * A pasted text as commands with their texts: [{line, text}], and as `open` the here-document that has not ended,
 * {line, end, lines}. `open` continues one.
 */
export function commandsOf(pasted, open = null) {
  const done = [];
  for (const row of pasted.split("\n")) {
    if (open && row.trim() === open.end) {
      done.push({ line: open.line, text: `${open.lines.join("\n")}\n` });
      open = null;
    } else if (open) {
      open.lines.push(row);
    } else {
      const here = hereOf(row);
      if (here) open = { ...here, lines: [] };
      else if (row.trim()) done.push({ line: row.trim(), text: "" });
    }
  }
  return { done, open };
}
