/** Which theme comes next. Pure. */

/**
 * auto → the other than the system's → the system's → auto; so every press changes what is seen or frees it.
 * @param {"auto" | "dark" | "light"} now
 */
export function nextTheme(now, systemIsDark) {
  const [same, other] = systemIsDark ? ["dark", "light"] : ["light", "dark"];
  if (now === other) return same;
  return now === same ? "auto" : other;
}
