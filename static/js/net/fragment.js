/** Text that travels in the part of an address after `#`: deflated, in letters that an address may have. */

async function piped(bytes, through, most) {
  const reader = new Blob([bytes]).stream().pipeThrough(through).getReader();
  const parts = [];
  let length = 0;
  for (;;) {
    const { done: ended, value } = await reader.read();
    if (ended) return new Uint8Array(await new Blob(parts).arrayBuffer());
    length += value.length;
    if (length > most) {
      await reader.cancel();
      throw new RangeError("too long");
    }
    parts.push(value);
  }
}

/** `name=…`, or null when it would be longer than `mostLink` characters; `most` bounds the text, in bytes. */
export async function pack(name, text, { most, mostLink }) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > most) return null;
  const packed = await piped(bytes, new CompressionStream("deflate-raw"), most);
  let letters = "";
  for (const byte of packed) letters += String.fromCodePoint(byte);
  const data = btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  return data.length > mostLink ? null : `${name}=${data}`;
}

/** The text of a fragment: {text}, {wrong: "long" | "cut"}, or null when the fragment speaks of something else. */
export async function unpack(name, fragment, { most, mostLink }) {
  const hash = fragment.replace(/^#/, "");
  if (!hash.startsWith(`${name}=`)) return null;
  if (hash.length > mostLink + name.length + 1) return { wrong: "long" };
  try {
    const letters = atob(hash.slice(name.length + 1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.codePointAt(0));
    const text = await piped(bytes, new DecompressionStream("deflate-raw"), most);
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(text) };
  } catch (error) {
    return { wrong: error instanceof RangeError ? "long" : "cut" };
  }
}
