import { bind, type Sql, sql } from "../clickhouse/sql.ts";
import { sources } from "./sources.ts";

/** The channels, in order of precedence; docs/statistics-api.md says which signs stand for each. */
export const channels = ["Paid", "E-mail", "AI", "Social", "Search", "Referral"] as const;
type Channel = (typeof channels)[number];
type ByText = Readonly<Record<string, Channel>>;

/** The service that sets each click id. Facebook puts `fbclid` into every link, paid or not. */
export const clickIdChannels: ByText = {
  ...each("dclid epik gad_campaignid gad_source gbraid gclid gclsrc irclickid li_fat_id", "Paid"),
  ...each("msclkid rdt_cid sccid ttclid twclid vmcid wbraid wickedid yclid", "Paid"),
  ...each("mc_cid mc_eid mkt_tok", "E-mail"),
  ...each("fbclid igsh igshid", "Social"),
  ...each("srsltid ysclid", "Search"),
};

/** Values of `utm_source` for e-mail that name no service. */
const mailings = each("e-mail e_mail email emails hs_email mail newsletter newsletters", "E-mail");

/** Beginnings of a word in `utm_medium`, by channel. */
const mediumWords = {
  Paid: "ads|affiliate|banner|cp[acmv]|display|paid|ppc|remarketing|retargeting|sponsor",
  "E-mail": "e?mail|newsletter",
  Social: "social",
  Search: "organic",
} as const;

/** Makes a referrer's rank weaker than that of each known `utm_source`. */
const referrerOffset = 10;

interface SourceEntry {
  /** As it stands in `sources`. */
  readonly entry: string;
  /** The entry without `*.` or `.*`. */
  readonly stem: string;
  readonly name: string;
  readonly channel: Channel;
}

/** The list of sources, one entry at a time. A name is an entry of its own. */
export const sourceEntries: readonly SourceEntry[] = channels.flatMap((channel) =>
  Object.entries(sources[channel]).flatMap(([name, entries]) => {
    const own = entries.split(" ").filter(Boolean);
    const word = name.toLowerCase();
    const all = own.includes(`${word}.*`) ? own : [word, ...own];
    return all.map((entry) => ({ entry, stem: entry.replace(/^\*\.|\.\*$/g, ""), name, channel }));
  }),
);
const stemNames = Object.fromEntries(sourceEntries.map(({ stem, name }) => [stem, name]));
const stemChannels = Object.fromEntries(sourceEntries.map(({ stem, channel }) => [stem, channel]));
const withSubdomains = sourceEntries.filter(({ entry }) => entry.startsWith("*.")).map(pattern);
const withCountries = sourceEntries.filter(({ entry }) => entry.endsWith(".*")).map(pattern);
const sourcePattern = `^(?:.*\\.)?(${withSubdomains.join("|")})$|^(${withCountries.join("|")})\\.(?:com|(?:com?\\.)?[a-z]{2})$`;

const sourceRegExp = new RegExp(sourcePattern);
const sourceNames = new Map(Object.entries(stemNames));
const sourceChannels = new Map(Object.entries({ ...stemChannels, ...mailings }));
/** In the order of `channels`, so that the first match has the best rank. */
const mediumPatterns = (["Paid", "E-mail", "Social", "Search"] as const).map(
  (channel) => [channel, new RegExp(mediumPattern(channel))] as const,
);

/**
 * Returns the service that an event's visitor came from, by `utm_source` or else by the referrer. A
 * value that is not in the list stays as it is; '' if the row has neither.
 *
 * ClickHouse computes functions of one LowCardinality column for its values instead of its rows. So
 * each column is rewritten and looked up by itself, and little is done with the results.
 */
export function sourceOf(): Sql {
  const names = sql`
    ${bind("Array(String)", Object.keys(stemNames))},
    ${bind("Array(String)", Object.values(stemNames))}`;
  return sql`if(
    utm_source = '',
    transform(${stemOf(sql`referrer`)}, ${names}),
    coalesce(transform(${stemOf(sql`lower(utm_source)`)}, ${names}, NULL), utm_source))`;
}

/**
 * Returns the channel that an event's visitor came by: the first of `channels` that the medium, the
 * click id or the source stands for. '' if the row has none of them.
 *
 * The lowest rank wins: that of a channel is its place in the list, from 1, and the rank after the
 * last stands for nothing. A referrer's rank gets 10 added, so a known `utm_source` beats it; `%
 * 10` removes the 10.
 *
 * An example: the source `newsletter` has rank 2 (`E-mail`), the referrer `facebook.com` 10 + 4
 * (`Social`). The lower one is 2. The source `shop` is unknown: it has 10 + 6 (`Referral`), so the
 * referrer wins with 14, which is 4 without the 10.
 */
export function channelOf(): Sql {
  const medium = sql`multiIf(
    utm_medium = '', ${bind("UInt8", channels.length + 1)},
    ${mediumIs("Paid")}, ${rankOf("Paid")},
    ${mediumIs("E-mail")}, ${rankOf("E-mail")},
    ${mediumIs("Social")}, ${rankOf("Social")},
    ${mediumIs("Search")}, ${rankOf("Search")},
    ${rankOf("Referral")})`;
  const clickId = rankIn(clickIdChannels, sql`click_id`);
  const utmSource = rankIn(
    { ...stemChannels, ...mailings },
    stemOf(sql`lower(utm_source)`),
    referrerOffset,
  );
  const offset = bind("UInt8", referrerOffset);
  const referrer = rankIn(stemChannels, stemOf(sql`referrer`));
  return sql`arrayElement(
    ${bind("Array(String)", channels)},
    least(least(${medium}, ${clickId}), least(${utmSource}, ${offset} + ${referrer}) % ${offset}))`;
}

/** Returns the same as `sourceOf` for an event that has `utm_source` and no referrer. */
export function findSource(utmSource: string): string {
  return sourceNames.get(findStem(utmSource)) ?? utmSource;
}

/** Returns the same as `channelOf` for an event that has no referrer and no click id. */
export function findChannel(utmSource: string, utmMedium: string): Channel | "" {
  const byMedium = mediumPatterns.find(([, word]) => word.test(toLower(utmMedium)))?.[0];
  const bySource = sourceChannels.get(findStem(utmSource));
  const found = channels.find((channel) => channel === byMedium || channel === bySource);
  return found ?? (utmSource === "" && utmMedium === "" ? "" : "Referral");
}

/** Returns the stem of a source in the list; other text in lower case. */
function findStem(utmSource: string): string {
  return toLower(utmSource).replace(sourceRegExp, "$1$2");
}

/** Returns the text as ClickHouse's `lower` does: other letters than A to Z stay. */
function toLower(text: string): string {
  return text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

function each(texts: string, channel: Channel): ByText {
  return Object.fromEntries(texts.split(" ").map((text) => [text, channel]));
}

function pattern({ stem }: SourceEntry): string {
  return stem.replaceAll(".", "\\.");
}

/** Returns the stem of a host in the list; other text stays as it is. */
function stemOf(host: Sql): Sql {
  return sql`replaceRegexpOne(${host}, ${bind("String", sourcePattern)}, '\\\\1\\\\2')`;
}

function mediumIs(channel: keyof typeof mediumWords): Sql {
  return sql`match(lower(utm_medium), ${bind("String", mediumPattern(channel))})`;
}

function mediumPattern(channel: keyof typeof mediumWords): string {
  return `(?:^|[^a-z])(?:${mediumWords[channel]})`;
}

function rankOf(channel: Channel): Sql {
  return bind("UInt8", channels.indexOf(channel) + 1);
}

/**
 * Returns the rank of the text's channel. Text that is not in the list stands for `Referral`, and
 * '' for nothing; `offset` is added to the ranks of both.
 */
function rankIn(byText: ByText, text: Sql, offset = 0): Sql {
  const ranks = Object.values(byText).map((channel) => channels.indexOf(channel) + 1);
  return sql`transform(
    ${text},
    ${bind("Array(String)", ["", ...Object.keys(byText)])},
    ${bind("Array(UInt32)", [channels.length + 1 + offset, ...ranks])},
    ${bind("UInt32", channels.length + offset)})`;
}
