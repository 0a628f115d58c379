/** A dimension of Plausible's, and the one of ours that it stands for. */
export interface Dimension {
  /** The name of ours in breakdowns and filters; of props it begins with `prop:`. */
  readonly native: string;
  /** Whether it is about single events, and not about everything that a visitor did. */
  readonly isOfEvents?: boolean;
  /** Our text for no value, and Plausible's; without the second one, rows do not list it. */
  readonly none?: readonly [native: string, word?: string];
  /** Returns the word for a value of ours. Without it the two are the same. */
  readonly wordOf?: (value: string, code: string | null) => string;
  /** Matches words that Plausible has, and that we cannot tell. */
  readonly unknown?: RegExp;
}

/** Our channels, by their names in Plausible. It has several for paid visits, and we have one. */
export const channels: Readonly<Record<string, string>> = {
  Paid: "Paid",
  "E-mail": "Email",
  AI: "AI Assistants",
  Social: "Organic Social",
  Search: "Organic Search",
  Referral: "Referral",
  Direct: "Direct",
};

const direct = ["(direct)", "Direct / None"] as const;
const notSet = ["(unknown)", "(not set)"] as const;
const leftOut = ["(unknown)"] as const;
const code = (_value: string, given: string | null) => given ?? "";
const firstPart = (value: string) => value.replace(/, .*$/, "");
const lastWord = (value: string) => value.replace(/^.* /, "");
const withoutLastWord = (value: string) => value.replace(/ \S*$/, "");
const parts = ["visit:region", "visit:region_name", "visit:city_name"];
type FirstOf = (value: string, given: string) => string;
const pairs = (first: string, names: readonly string[], firstOf: FirstOf) =>
  Object.fromEntries(names.map((name) => [`${first} ${name}`, firstOf]));

/** Returns dimensions that have the same name in both products. */
function alike(
  names: readonly string[],
  none?: Dimension["none"],
): Readonly<Record<string, Dimension>> {
  return Object.fromEntries(
    names.map((native) => [native, none === undefined ? { native } : { native, none }]),
  );
}

const isNoChannel = new RegExp(`^(?!(?:${Object.values(channels).join("|")})$)`);
const visitDimensions: Readonly<Record<string, Dimension>> = {
  ...alike(["entry_page", "exit_page", "utm_source", "utm_medium", "utm_content", "utm_term"]),
  ...alike(["source", "referrer"], direct),
  ...alike(["device", "browser"], notSet),
  utm_campaign: { native: "campaign" },
  channel: { native: "channel", wordOf: (value) => channels[value] ?? value, unknown: isNoChannel },
  browser_version: { native: "browser_version", none: notSet, wordOf: lastWord },
  os: { native: "operating_system", none: notSet },
  os_version: { native: "operating_system_version", none: notSet, wordOf: lastWord },
  country: { native: "country", none: leftOut, wordOf: code },
  country_name: { native: "country", none: leftOut },
  region: { native: "region", none: leftOut, unknown: /^[A-Z]{2}-[A-Z0-9]{1,3}$/ },
  region_name: { native: "region", none: leftOut, wordOf: firstPart },
  city_name: { native: "city", none: leftOut, wordOf: firstPart },
};

const eventDimensions: Readonly<Record<string, Dimension>> = {
  page: { native: "page", isOfEvents: true },
  name: { native: "event", isOfEvents: true },
  goal: { native: "goal", isOfEvents: true },
  // We count visitors of a host, with all that they did.
  hostname: { native: "hostname", none: notSet },
};

/** Returns a dimension of Plausible's, or undefined if we have none that it stands for. */
export function dimensionOf(name: string): Dimension | undefined {
  const [, kind, own = ""] = /^(visit|event):(.+)$/s.exec(name) ?? [];
  if (kind === "event" && own.startsWith("props:") && own !== "props:") {
    return { native: `prop:${own.slice("props:".length)}`, isOfEvents: true };
  }
  const table = kind === "visit" ? visitDimensions : eventDimensions;
  return kind !== undefined && Object.hasOwn(table, own) ? table[own] : undefined;
}

/** Returns the word for the value of a row, or undefined if rows do not list it. */
export function wordOf(dimension: Dimension, row: Readonly<Record<string, unknown>>) {
  const [value, given] = [String(row["value"]), row["code"]];
  if (value === dimension.none?.[0]) return dimension.none[1];
  return dimension.wordOf?.(value, typeof given === "string" ? given : null) ?? value;
}

/**
 * Pairs of dimensions that one of our reports crosses: the report, by the names of the two, with
 * the word for the first one of a value.
 */
export const crossed: Readonly<Record<string, FirstOf>> = {
  ...pairs("visit:browser", ["visit:browser_version"], withoutLastWord),
  ...pairs("visit:os", ["visit:os_version"], withoutLastWord),
  ...pairs("visit:country", parts, (_value, given) => given),
  ...pairs("visit:country_name", parts, (_value, given) => given),
};

/** A number of Plausible's. */
export interface Metric {
  /** The digits after the point; all numbers but counts are rounded. */
  readonly digits?: number;
  /** Whether the answer is a percentage of a share. */
  readonly isShare?: boolean;
  /** The dimension that a filter or the query must have. */
  readonly needs?: "event:goal" | "event:page";
  /** Whether v2 alone has it. */
  readonly isNew?: boolean;
  /** The value where there is nothing that it is about; 0 without it. */
  readonly empty?: null;
}

export const metrics = {
  visitors: {},
  visits: {},
  pageviews: {},
  events: {},
  views_per_visit: { digits: 2 },
  bounce_rate: { digits: 0, isShare: true },
  visit_duration: { digits: 0, empty: null },
  time_on_page: { digits: 0, needs: "event:page", empty: null },
  scroll_depth: { digits: 0, needs: "event:page", isNew: true, empty: null },
  percentage: { digits: 2, isShare: true, isNew: true },
  conversion_rate: { digits: 2, isShare: true, needs: "event:goal" },
  group_conversion_rate: { digits: 2, isShare: true, needs: "event:goal", isNew: true },
  total_revenue: { needs: "event:goal", isNew: true, empty: null },
  average_revenue: { needs: "event:goal", isNew: true, empty: null },
} as const satisfies Readonly<Record<string, Metric>>;
export type MetricName = keyof typeof metrics;

/** Returns whether a text is the name of a metric that the version has. */
export function isMetric(name: unknown, version: 1 | 2): name is MetricName {
  if (typeof name !== "string" || !Object.hasOwn(metrics, name)) return false;
  return version === 2 || !("isNew" in metrics[name as MetricName]);
}

/** The units of time, by the names that questions have for them. */
export const intervals = ["hour", "day", "week", "month"] as const;
export type Interval = (typeof intervals)[number];
