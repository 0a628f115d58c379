/** Returns a pattern without the backslashes that make `!`, `*`, `~` and a backslash ordinary. */
export function unescapePattern(pattern: string): string {
  return pattern.replace(/\\([!*~\\])/g, "$1");
}

/** Returns the name of a goal or funnel in a filter; a backslash may stand before `:`, too. */
export function unescapeName(name: string): string {
  return name.replace(/\\([!*~\\:])/g, "$1");
}

/** Returns whether a pattern ends with a `*` that no backslash makes ordinary. */
export function isPrefixPattern(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\*$/.test(pattern);
}
