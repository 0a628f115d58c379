import { bind, type Sql, sql } from "../store/sql.ts";
import { sources } from "./sources.ts";

/** How visitors come, in order of precedence; docs/statistics-api.md says what stands for each. */
export const channels = ["Paid", "E-mail", "AI", "Social", "Search", "Referral"] as const;
type Channel = (typeof channels)[number];
type ByText = Readonly<Record<string, Channel>>;

/** Whose mark a click id is. Facebook puts `fbclid` into every link, paid or not. */
export const clickIdChannels: ByText = {
  ...each("dclid epik gad_campaignid gad_source gbraid gclid gclsrc irclickid li_fat_id", "Paid"),
  ...each("msclkid rdt_cid sccid ttclid twclid vmcid wbraid wickedid yclid", "Paid"),
  ...each("mc_cid mc_eid mkt_tok", "E-mail"),
  ...each("fbclid igsh igshid", "Social"),
  ...each("srsltid ysclid", "Search"),
};

/** What `utm_source` calls e-mail without saying whose. */
const mailings = each("e-mail e_mail email emails hs_email mail newsletter newsletters", "E-mail");

/** How a word of `utm_medium` begins. */
const mediumWords = {
  Paid: "ads|affiliate|banner|cp[acmv]|display|paid|ppc|remarketing|retargeting|sponsor",
  "E-mail": "e?mail|newsletter",
  Social: "social",
  Search: "organic",
} as const;

interface Listed {
  /** As it stands in `sources`. */
  readonly entry: string;
  /** The entry without `*.` or `.*`. */
  readonly key: string;
  readonly name: string;
  readonly channel: Channel;
}

/** The list of sources, an entry at a time; a name is an entry of its own. */
export const listed: readonly Listed[] = channels.flatMap((channel) =>
  Object.entries(sources[channel]).flatMap(([name, entries]) => {
    const own = entries.split(" ").filter(Boolean);
    const word = name.toLowerCase();
    const all = own.includes(`${word}.*`) ? own : [word, ...own];
    return all.map((entry) => ({ entry, key: entry.replace(/^\*\.|\.\*$/g, ""), name, channel }));
  }),
);
const keyNames = Object.fromEntries(listed.map(({ key, name }) => [key, name]));
const keyChannels = Object.fromEntries(listed.map(({ key, channel }) => [key, channel]));
const withSubdomains = listed.filter(({ entry }) => entry.startsWith("*.")).map(pattern);
const withCountries = listed.filter(({ entry }) => entry.endsWith(".*")).map(pattern);
const listedPattern = `^(?:.*\\.)?(${withSubdomains.join("|")})$|^(${withCountries.join("|")})\\.(?:com|(?:com?\\.)?[a-z]{2})$`;

/**
 * The service that an event's visitor came from, by `utm_source` or else by the referrer; what is
 * not listed stays as it is. '' when the row has neither.
 *
 * Functions of one LowCardinality column alone are computed for its values and not for its rows:
 * each column is rewritten and looked up by itself, and what is done with the results is little.
 */
export function sourceOf(): Sql {
  const names = sql`
    ${bind("Array(String)", Object.keys(keyNames))},
    ${bind("Array(String)", Object.values(keyNames))}`;
  return sql`if(
    utm_source = '',
    transform(${keyOf(sql`referrer`)}, ${names}),
    coalesce(transform(${keyOf(sql`lower(utm_source)`)}, ${names}, NULL), utm_source))`;
}

/**
 * The channel that an event's visitor came by: the first of `channels` that the medium, the click
 * id or the source stands for. '' when the row has none of them.
 *
 * It is reckoned as its place, from 1; the place after the last stands for nothing. A referrer's
 * place is ten higher until the end, so that it is the lower one only where `utm_source` is unknown.
 */
export function channelOf(): Sql {
  const medium = sql`multiIf(
    utm_medium = '', ${bind("UInt8", channels.length + 1)},
    ${mediumIs("Paid")}, ${placeOf("Paid")},
    ${mediumIs("E-mail")}, ${placeOf("E-mail")},
    ${mediumIs("Social")}, ${placeOf("Social")},
    ${mediumIs("Search")}, ${placeOf("Search")},
    ${placeOf("Referral")})`;
  const clickId = placeIn(clickIdChannels, sql`click_id`);
  const utmSource = placeIn({ ...keyChannels, ...mailings }, keyOf(sql`lower(utm_source)`), 10);
  const referrer = placeIn(keyChannels, keyOf(sql`referrer`));
  return sql`arrayElement(
    ${bind("Array(String)", channels)},
    least(least(${medium}, ${clickId}), least(${utmSource}, 10 + ${referrer}) % 10))`;
}

function each(texts: string, channel: Channel): ByText {
  return Object.fromEntries(texts.split(" ").map((text) => [text, channel]));
}

function pattern({ key }: Listed): string {
  return key.replaceAll(".", "\\.");
}

/** The key that a host is listed by; other text stays as it is. */
function keyOf(host: Sql): Sql {
  return sql`replaceRegexpOne(${host}, ${bind("String", listedPattern)}, '\\\\1\\\\2')`;
}

function mediumIs(channel: keyof typeof mediumWords): Sql {
  const word = `(?:^|[^a-z])(?:${mediumWords[channel]})`;
  return sql`match(lower(utm_medium), ${bind("String", word)})`;
}

function placeOf(channel: Channel): Sql {
  return bind("UInt8", channels.indexOf(channel) + 1);
}

/**
 * The place of the text's channel. Text that is not listed stands for `Referral`, and '' for nothing;
 * `offset` is added to the places of both.
 */
function placeIn(byText: ByText, text: Sql, offset = 0): Sql {
  const places = Object.values(byText).map((channel) => channels.indexOf(channel) + 1);
  return sql`transform(
    ${text},
    ${bind("Array(String)", ["", ...Object.keys(byText)])},
    ${bind("Array(UInt32)", [channels.length + 1 + offset, ...places])},
    ${bind("UInt32", channels.length + offset)})`;
}
