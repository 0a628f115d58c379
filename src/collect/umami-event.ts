import { invalid } from "../errors.ts";
import { TrackedEvent } from "../model/event.ts";
import type { UmamiPayload } from "../model/umami-event.ts";
import { parseUrl } from "../url.ts";
import { compileCheck } from "../validation.ts";
import { type Event, readEvent } from "./event.ts";

const check = compileCheck(TrackedEvent);
/** Deeper data is refused, as what walks it would run out of stack. Trackers send two or three levels. */
const levelsMax = 32;
const hostMissing = { hostname: ["is required with an id, unless url is an address"] };

/**
 * The event that a payload of Umami's trackers is, of a page of `host` where it names no other. Throws `Problem`
 * VALIDATION with every wrong field, by the names of our own form; `hostname` is one where there is no host.
 */
export function readUmamiEvent(payload: UmamiPayload, host: string | undefined): Event {
  const { name, url, referrer, screen, language, data } = payload;
  if (!isNestedWithin(levelsMax, data)) {
    throw invalid({ data: [`must have at most ${levelsMax} levels`] });
  }
  const base = host === undefined ? parseUrl(url ?? "")?.href : `https://${host}`;
  const body = {
    // An empty name is none, and a custom event need not say where it happened.
    name: name || undefined,
    url: url ? absolute(url, base) : name ? base : undefined,
    referrer: referrer ? absolute(referrer, base) : undefined,
    screen,
    language,
    props: data ? Object.fromEntries(flatten(data)) : undefined,
  };
  const checked = check(body);
  const wrong = checked.ok ? {} : checked.fields;
  return readEvent(body as TrackedEvent, base === undefined ? { ...wrong, ...hostMissing } : wrong);
}

/** Paths become addresses; what cannot is left for the check. */
function absolute(text: string, base: string | undefined): string {
  return parseUrl(text, base)?.href ?? text;
}

/** `{a: {b: 1}}` is `a.b`, a list its JSON text. Takes objects that are `isNestedWithin` the limit. */
function flatten(data: object, prefix = ""): [string, unknown][] {
  return Object.entries(data).flatMap(([key, value]): [string, unknown][] => {
    if (Array.isArray(value)) return [[prefix + key, JSON.stringify(value)]];
    if (typeof value === "object" && value !== null) return flatten(value, `${prefix}${key}.`);
    return [[prefix + key, value]];
  });
}

function isNestedWithin(levels: number, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((inner) => isNestedWithin(levels - 1, inner));
}
