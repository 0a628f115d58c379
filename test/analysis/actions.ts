import fc from "fast-check";

import { agents, type Happening, places, toPlain, toSent } from "../stats/happenings.ts";
import type { Payment, PlainAction } from "./reference/event.ts";

/** Where a story happens: its first day, and the clock of its website. */
export interface Setting {
  readonly timezone: string;
  readonly firstDay: string;
}

/** The night of the second day puts the clock back in the two zones that do so. */
export const settings: readonly Setting[] = [
  { timezone: "UTC", firstDay: "2025-02-27" },
  { timezone: "Europe/Berlin", firstDay: "2025-10-25" },
  { timezone: "America/Havana", firstDay: "2025-11-01" },
];

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
/** The days on which events begin. The last of them may go on for some hours. */
export const days = 3;

/** Few values of everything, so that events are often equal in some or in all of it. */
type Prop = readonly [key: string, value: string | number | boolean | null];
const prop: fc.Arbitrary<Prop> = fc.tuple(
  fc.constantFrom("plan", "plan", "seats", "a[b]%/ü", " ", "constructor"),
  fc.constantFrom(
    "pro",
    "Pro",
    "basic",
    "",
    "(none)",
    "1",
    "-0",
    "007",
    "1.50",
    "1.",
    "1e3",
    "-2.000000001",
    "0.0000000001",
    "99999999999999999999",
    "0.3333333333",
    3,
    0.1,
    -2.5,
    true,
    null,
  ),
);
const props = fc.oneof(
  { weight: 3, arbitrary: fc.constant<Prop[]>([]) },
  {
    weight: 2,
    arbitrary: fc.uniqueArray(prop, { minLength: 1, maxLength: 3, selector: ([key]) => key }),
  },
);

const step = fc.noBias(
  fc.record({
    /** Whether the event differs from the one before only in what no order depends on. */
    isRepeated: fc.constantFrom(true, false, false, false),
    pauseMs: fc.constantFrom(
      0,
      0,
      0,
      0,
      0,
      1,
      1_000,
      5 * minuteMs,
      30 * minuteMs - 1,
      30 * minuteMs,
      3 * 60 * minuteMs,
    ),
    name: fc.constantFrom(
      "pageview",
      "pageview",
      "pageview",
      "pageview",
      "engagement",
      "engagement",
      "Purchase",
      "Purchase",
      "Signup",
      "Buy: now",
      "~x",
      "!x",
    ),
    path: fc.constantFrom("/", "/", "/a", "/a", "/a/b", "/B", "/a~b*"),
    props,
    payment: fc.oneof(
      { weight: 2, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.record({
          amount: fc.constantFrom("0", "19.9", "5", "-5", "-19.9", "0.001", "999999999999.999"),
          currency: fc.constantFrom("EUR", "EUR", "eur", "USD"),
        }),
      },
    ),
    engagementMs: fc.constantFrom(0, 50, 950, 1_250, 61_007),
    scrollDepth: fc.constantFrom(0, 33, 50, 100),
    subdomain: fc.constantFrom("", "", "www."),
    language: fc.constantFrom("de", "fr-CA", "qq", ""),
    referrer: fc.constantFrom("google.com", "t.co", "ärger.example", "", "", ""),
    screen: fc.constantFrom("", "1920x1080"),
    utm: fc.record({
      utm_campaign: fc.constantFrom("", "", "", "Spring", "spring", "50%"),
      utm_content: fc.constantFrom("", "", "ad a", "ad_b"),
      utm_medium: fc.constantFrom("", "", "cpc", "footer"),
      utm_source: fc.constantFrom("", "", "", "fb", "spring"),
      utm_term: fc.constantFrom("", "", "shoes", "Σ"),
    }),
  }),
);

/** Minutes of a day at which somebody begins: often just before or at midnight. */
const beginMinute = fc.constantFrom(0, 1, 60, 121, 720, 720, 1_380, 1_435, 1_439);

/** The events of a person, one after the other. Two stays of one person may overlap. */
const stay = fc.record({
  person: fc.nat(6),
  day: fc.nat(days - 1),
  beginMinute,
  steps: fc.array(step, { minLength: 1, maxLength: 12, size: "max" }),
});
type Stay = typeof stay extends fc.Arbitrary<infer Each> ? Each : never;

export const stays = fc.array(stay, { minLength: 1, maxLength: 24, size: "max" });

/** An event as the test sends it, and as the reference reads it. */
export interface Action {
  readonly sent: object;
  readonly plain: PlainAction;
}

/** Returns the events of stays. */
export function actionsOf(
  some: readonly Stay[],
  { timezone, firstDay }: Setting,
  domain: string,
): Action[] {
  const clock = clockOf(timezone);
  return some.flatMap(({ person, day, beginMinute, steps }) => {
    const date = new Date(Date.parse(firstDay) + day * dayMs).toISOString().slice(0, 10);
    let timeMs = midnightMs(date, clock) + beginMinute * minuteMs;
    let last: Pick<Done, "name" | "path" | "props"> | undefined;
    return steps.map((each) => {
      const again = each.isRepeated ? last : undefined;
      if (again === undefined) timeMs += each.pauseMs;
      const { name, path, props } = again ?? each;
      last = { name, path, props };
      return actionOf({ ...each, ...last, timeMs, person }, clock, domain);
    });
  });
}

type Done = Stay["steps"][number] & { readonly timeMs: number; readonly person: number };

function actionOf(done: Done, clock: (timeMs: number) => string, domain: string): Action {
  const { name, path, props, payment, engagementMs, scrollDepth } = done;
  const engagement = { ms: engagementMs, depth: scrollDepth };
  const more = { ...visitorOf(done.person), engagement, revenue: undefined };
  const happening: Happening = { ...done, ...more };
  const shown = clock(done.timeMs);
  const plain = toPlain(happening, domain, shown.slice(0, 10), String(done.person));
  return {
    sent: {
      ...toSent(happening, domain),
      ...(props.length > 0 && { props: Object.fromEntries(props) }),
      ...(payment && { revenue: { ...payment, amount: Number(payment.amount) } }),
      ...(name === "engagement" && { e: engagementMs, sd: scrollDepth }),
    },
    plain: {
      ...plain,
      name,
      page: path,
      hour: `${shown.slice(0, 13)}:00`,
      props: new Map(
        props.flatMap(([key, value]) => (value === null ? [] : [[key, String(value)]])),
      ),
      payment: payment && paymentOf(payment),
      engagementMs,
      scrollDepth,
    },
  };
}

/** Returns an agent and a place that tell the person from all others. */
function visitorOf(person: number): Pick<Happening, "agent" | "place"> {
  const [agent, place] = [agents[person % 3], places[person % 4]];
  if (agent === undefined || place === undefined) throw new Error("nobody");
  return { agent, place };
}

function paymentOf({ amount, currency }: { amount: string; currency: string }): Payment {
  const [whole = "", fraction = ""] = amount.split(".");
  const milliAmount = BigInt(`${whole}${fraction.padEnd(3, "0")}`);
  return { milliAmount, currency: currency.toUpperCase() };
}

/** Returns a clock of a time zone: it shows a moment as `YYYY-MM-DD HH:MM`. */
function clockOf(timeZone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
  });
  return (timeMs) => format.format(timeMs).replace(" ", "T");
}

/** Returns the first moment of a day. */
function midnightMs(date: string, clock: (timeMs: number) => string): number {
  const noonMs = Date.parse(`${date}T12:00Z`);
  for (let timeMs = noonMs - 36 * 60 * minuteMs; timeMs < noonMs + dayMs; timeMs += 30 * minuteMs) {
    if (clock(timeMs).startsWith(date)) return timeMs;
  }
  throw new Error(`${date} has no midnight`);
}
