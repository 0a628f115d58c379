/**
 * Limit of a host (RFC 1035). Node converts international hosts in a time that grows with the
 * square of their length, so a longer host must not reach the parser.
 */
export const hostCharactersMax = 253;
const portCharactersMax = ":65535".length;

/**
 * Matches the text that a parser could take for the authority: after a scheme or two slashes, up to
 * the path.
 */
const authorityOf = /^[\0-\x20]*(?:[a-z][a-z0-9+.-]*:[\\/]*|[\\/]{2,})([^\\/?#]*)/i;

/**
 * Returns the URL, or undefined if the text is none or its host is too long. The time grows only in
 * proportion to the text, whatever the text holds.
 */
export function parseUrl(text: string, base?: string): URL | undefined {
  if (hasLongHost(text) || (base !== undefined && hasLongHost(base))) return undefined;
  try {
    // Calling `canParse` first would parse twice.
    return new URL(text, base);
  } catch {
    return undefined;
  }
}

function hasLongHost(text: string): boolean {
  if (text.length <= hostCharactersMax) return false;
  // The parser ignores these characters wherever they stand.
  const [, authority = ""] = authorityOf.exec(text.replaceAll(/[\t\n\r]/g, "")) ?? [];
  const host = authority.slice(authority.lastIndexOf("@") + 1);
  return host.length > hostCharactersMax + portCharactersMax;
}
