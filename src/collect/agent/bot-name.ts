/** Limit of the part of a User-Agent that is searched, so that a long one takes no time. */
const searchedCharactersMax = 300;

/**
 * Ways in which bots name themselves, the surest first. A name has letters and hyphens alone: it
 * must not tell one client from another.
 */
const patterns = [
  /(?<![\w./@-])([A-Za-z][A-Za-z-]{0,29}(?:bot|spider|crawler))\b/i,
  /\b(Headless[A-Za-z]{1,20})/,
  /\bcompatible; ?([A-Za-z-]{2,30}(?: [A-Za-z-]{2,25})?)[/;,)]/,
  /^(?!Mozilla\b)([A-Za-z-]{2,30})(?:[/ ]|$)/,
  /\b([A-Za-z-]{0,30}(?:bot|spider|crawler))\b/i,
];

/** Returns the name of a bot without its version, such as `Googlebot`; "" if it says none. */
export function botName(userAgent: string): string {
  const text = userAgent.slice(0, searchedCharactersMax);
  for (const pattern of patterns) {
    const name = pattern.exec(text)?.[1];
    if (name !== undefined) return name;
  }
  return "";
}
