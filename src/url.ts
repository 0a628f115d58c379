/** The URL, or undefined when the text is none. Parses once, where asking first would parse twice. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
