import type { PlainAction } from "./event.ts";

/** An event that …, as goals, steps of funnels and the start of journeys say it. */
export interface Matcher {
  readonly type: "page" | "event";
  readonly value: string;
  readonly props?: Readonly<Record<string, string | number | boolean>> | undefined;
}

/** Returns whether an event is one that the matcher says. */
export function matches(event: PlainAction, { type, value, props = {} }: Matcher): boolean {
  if (event.kind !== (type === "page" ? "pageview" : "custom")) return false;
  return (
    fits(type === "page" ? event.page : event.name, value) &&
    Object.entries(props).every(([key, prop]) => event.props.get(key) === String(prop))
  );
}

/**
 * Returns whether a text fits a value as it is written: `~` in front means that the text contains
 * the rest, `*` at the end that it begins with what is before. A backslash takes that away.
 */
export function fits(text: string, written: string): boolean {
  if (written.startsWith("~")) return contains(text, plain(written.slice(1)));
  const stars = /(\\*)\*$/.exec(written);
  const isPrefix = stars !== null && (stars[1] ?? "").length % 2 === 0;
  return isPrefix ? text.startsWith(plain(written.slice(0, -1))) : text === plain(written);
}

/** Returns whether a text contains another, whatever the case. */
export function contains(text: string, part: string): boolean {
  return folded(text).includes(folded(part));
}

/** Returns the text without the backslashes that take a meaning away. */
export function plain(written: string, special = "!*~\\"): string {
  let text = "";
  for (let i = 0; i < written.length; i += 1) {
    const next = written[i + 1];
    if (written[i] === "\\" && next !== undefined && special.includes(next)) i += 1;
    text += written[i];
  }
  return text;
}

function folded(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ");
}
