import { invalid } from "../base/errors.ts";
import { parseUrl } from "../base/net/url.ts";
import { compileCheck } from "../base/validation.ts";
import { TrackedEvent } from "../model/event.ts";
import type { UmamiPayload } from "../model/umami-event.ts";
import { type Event, readEvent } from "./event.ts";
import { takeRevenue } from "./revenue.ts";

const check = compileCheck(TrackedEvent);
/**
 * Limit of levels of data. Walking deeper data could exhaust the stack. Trackers send two or three
 * levels.
 */
const levelsMax = 32;
const hostMissing = { hostname: ["is required with an id, unless url is absolute"] };

/**
 * Returns the event of a payload from Umami's trackers. It belongs to a page of `host` unless the
 * payload names another. Throws `Problem` VALIDATION with every wrong field, by our own names of
 * the fields; `hostname` is one of them if there is no host.
 */
export function readUmamiEvent(payload: UmamiPayload, host: string | undefined): Event {
  const { name, url, referrer, screen, language, data, soft, h, e, sd } = payload;
  if (!isNestedWithin(levelsMax, data)) {
    throw invalid({ data: [`must have at most ${levelsMax} levels`] });
  }
  const { props, revenue } = takeRevenue(flatten(data ?? {}));
  const base = host === undefined ? parseUrl(url ?? "")?.href : `https://${host}`;
  const body = {
    // An empty name counts as absent, and a custom event may have no URL.
    name: name || undefined,
    url: url ? absolute(url, base) : name ? base : undefined,
    referrer: referrer ? absolute(referrer, base) : undefined,
    screen,
    language,
    soft: soft === true,
    h,
    e,
    sd,
    props: Object.fromEntries(props),
  };
  const checked = check(body);
  const wrong = checked.ok ? {} : checked.fields;
  const all = base === undefined ? { ...wrong, ...hostMissing } : wrong;
  return { ...readEvent(body as TrackedEvent, all), revenue };
}

/**
 * Returns a path as a URL. Text that cannot become one stays as it is, for the check to
 * refuse.
 */
function absolute(text: string, base: string | undefined): string {
  return parseUrl(text, base)?.href ?? text;
}

/**
 * Returns `{a: {b: 1}}` as `a.b`, and a list as its JSON text. Takes only objects that are
 * `isNestedWithin` the limit.
 */
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
