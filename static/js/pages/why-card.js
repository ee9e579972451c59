/** The card of a waiting pod: its changes come once they are tried; arrows, numbers and swipes lead to other pods. */
const SWIPE = 60; // pixels across, and more across than down

/** Puts the changes in their place. Without an answer the link to them stays. */
async function showChanges(place) {
  place.setAttribute("aria-busy", "true");
  const answer = await fetch(place.dataset.change).catch(() => null);
  place.removeAttribute("aria-busy");
  if (!answer?.ok) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = page.getElementById(place.id);
  if (made) place.replaceChildren(...made.childNodes);
}

const linkOf = (way) => document.querySelector(`.answer-pager a[rel=${way}]`);

function follow(link) {
  if (link) link.click();
  return Boolean(link);
}

function bindKeys() {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    const ways = { ArrowLeft: () => linkOf("prev"), ArrowRight: () => linkOf("next") };
    const number = /^[1-9]$/.test(event.key) ? document.querySelector(`[data-number="${event.key}"]`) : null;
    if (follow(number ?? ways[event.key]?.())) event.preventDefault();
  });
}

/** Binds swipes by one finger, except on parts that scroll sideways themselves. */
function bindSwipes(card) {
  let begun = null;
  card.addEventListener("touchstart", ({ touches, target }) => {
    const wide = target.closest("pre");
    const scrolls = wide && wide.scrollWidth > wide.clientWidth;
    begun = touches.length === 1 && !scrolls ? { x: touches[0].clientX, y: touches[0].clientY } : null;
  }, { passive: true });
  card.addEventListener("touchend", ({ changedTouches: [ended] }) => {
    if (!begun) return;
    const [across, down] = [ended.clientX - begun.x, ended.clientY - begun.y];
    if (Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down)) follow(linkOf(across < 0 ? "next" : "prev"));
  }, { passive: true });
}

const card = document.querySelector("[data-answer]");
if (card) {
  const place = card.querySelector("[data-change]");
  if (place) showChanges(place);
  bindSwipes(card);
}
bindKeys();
