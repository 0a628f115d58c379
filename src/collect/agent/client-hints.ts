/**
 * Values of the request headers below, as received. A value is undefined if its header is absent.
 */
export interface ClientHints {
  /** `Sec-CH-UA` */
  readonly brands?: string | undefined;
  /** `Sec-CH-UA-Mobile` */
  readonly mobile?: string | undefined;
  /** `Sec-CH-UA-Platform` */
  readonly platform?: string | undefined;
  /** `Sec-CH-UA-Platform-Version` */
  readonly platformVersion?: string | undefined;
  /** `Sec-CH-UA-Full-Version-List` */
  readonly fullVersionList?: string | undefined;
  /** `Sec-CH-UA-Model` */
  readonly model?: string | undefined;
  /** `Sec-CH-UA-Form-Factors` */
  readonly formFactors?: string | undefined;
}

/** Limit of a hint; longer ones are cut. Real ones stay under 200. */
const hintCharactersMax = 512;

/** Returns every hint cut to its limit, in this order. An absent one is "". */
export function cutHints(hints: ClientHints): Record<keyof ClientHints, string> {
  return {
    brands: cut(hints.brands),
    mobile: cut(hints.mobile),
    platform: cut(hints.platform),
    platformVersion: cut(hints.platformVersion),
    fullVersionList: cut(hints.fullVersionList),
    model: cut(hints.model),
    formFactors: cut(hints.formFactors),
  };
}

function cut(hint: string | undefined): string {
  return (hint ?? "").slice(0, hintCharactersMax);
}

/**
 * Returns the strings of a structured-field list (RFC 8941), each with its parameter `v` or "".
 * Skips everything that is not a string: browsers put punctuation and escapes into invented brands
 * to find out which servers parse them wrongly.
 */
export function parseStrings(field: string): { text: string; version: string }[] {
  const item = /"((?:[^"\\]|\\.)*)"(?:\s*;\s*v\s*=\s*"([^"]*)")?/g;
  return Array.from(field.matchAll(item), ([, text = "", version = ""]) => ({
    text: text.replaceAll(/\\(.)/g, "$1"),
    version,
  }));
}

/**
 * Returns the text of a structured-field string, or of a bare word from a sender that forgot the
 * quotes.
 */
export function parseString(field: string): string {
  return parseStrings(field)[0]?.text ?? field.replaceAll('"', "").trim();
}
