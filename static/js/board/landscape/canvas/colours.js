/** The colours of a landscape: tokens of the style sheet, as a canvas takes them. */

/** Kind of a square → the token of its colour; its ground is the soft one. */
export const INKS = {
  no: "bad", lost: "bad", fit: "ok", win: "ok", nom: "nom", lit: "accent", press: "warn", off: "warn", heat: "warn",
  next: "warn", held: "warn", going: "accent", failed: "bad", back: "nom", took: "ok",
};
const TOKENS = ["bad", "ok", "nom", "accent", "warn"];
const PLAIN = ["surface", "ink", "ink-2", "ink-3", "line-2"];

/** The page's colours as a canvas takes them: the tokens are read where they are worked out, on an element. */
export function createPalette(element) {
  const names = [...PLAIN, ...TOKENS.flatMap((name) => [name, `${name}-soft`])];
  let [theme, colours] = ["", {}];
  return () => {
    const now = `${document.documentElement.dataset.theme}|${matchMedia("(prefers-color-scheme: dark)").matches}`;
    if (now !== theme) {
      colours = Object.fromEntries(names.map((name) => {
        element.style.setProperty("color", `var(--${name})`);
        return [name, getComputedStyle(element).color];
      }));
      element.style.removeProperty("color");
      theme = now;
    }
    return colours;
  };
}
