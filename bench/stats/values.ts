/**
 * The values that the seeded events carry, as SQL over hashes of a visitor's day (`person`), a
 * `session` and an `event`. The same hash draws the same value. The numbers of distinct values
 * stand here, and do not grow with the number of events.
 */
import { list, oneOf, uniform, words, zipf, zipfOf } from "./draw.ts";

const agents = [
  ["Chrome", "Windows", "Desktop"],
  ["Safari", "iOS", "Mobile"],
  ["Chrome", "Android", "Mobile"],
  ["Chrome", "macOS", "Desktop"],
  ["Edge", "Windows", "Desktop"],
  ["Safari", "macOS", "Desktop"],
  ["Firefox", "Windows", "Desktop"],
  ["Samsung Internet", "Android", "Mobile"],
  ["Firefox", "Linux", "Desktop"],
  ["Opera", "Windows", "Desktop"],
  ["Safari", "iPadOS", "Tablet"],
  ["Chrome", "Chrome OS", "Desktop"],
  ["Vivaldi", "Linux", "Desktop"],
  ["Silk", "Android", "TV"],
] as const;
const ofAgent = (part: 0 | 1 | 2) =>
  oneOf(
    agents.map((agent) => agent[part]),
    "agent",
  );
const desktopScreens = words("1920x1080 1536x864 1366x768 2560x1440 1440x900 1280x720 3840x2160");
const mobileScreens = words("390x844 393x852 412x915 360x800 414x896 384x854 430x932 375x667");
const languages = words("en de fr es pt ja it nl pl tr sv ko");
const places = words(`
  NA-US EU-DE EU-GB EU-FR AS-IN SA-BR AS-JP EU-NL NA-CA EU-ES OC-AU EU-IT
  AS-KR EU-PL NA-MX EU-SE AF-ZA AS-TR EU-CH SA-AR EU-AT AF-NG AS-ID EU-BE`);
const knownReferrers = words(`
  google.com bing.com news.ycombinator.com duckduckgo.com t.co facebook.com reddit.com
  linkedin.com github.com yandex.ru`);
const customEvents = ["Outbound Link", "File Download", "Search", "Signup", "Video", "Purchase"];
const sources = words("newsletter google facebook linkedin partner podcast x mastodon");
const media = words("email cpc social affiliate banner");
const terms = words("analytics privacy dashboard hosting open-source cookieless clickhouse exact");
const contents = words("header footer sidebar button image text");
const clickIds = words("gclid fbclid msclkid");
const sections = words("blog docs product help pricing category");
const shared = words("www.bench.example shop.bench.example");

/** Values of a visitor's day. */
export const ofPerson = {
  agent: zipf("person", "agent", agents.length),
  browser: ofAgent(0),
  operating_system: ofAgent(1),
  device: ofAgent(2),
  version: zipf("person", "version", 40),
  browser_version: `toLowCardinality(if(browser = 'Safari', concat(toString(26 - intDiv(version, 5)), '.', toString(version % 5)), toString(143 - version)))`,
  operating_system_version: `toLowCardinality(if(operating_system = 'Linux', '', toString(18 - ${zipf("person", "system version", 9)})))`,
  screen_resolution: `if(device = 'Mobile', ${zipfOf("person", "screen", mobileScreens)}, ${zipfOf("person", "screen", desktopScreens)})`,
  language: zipfOf("person", "language", languages),
  town: zipf("person", "town", 2_000),
  placed: `${uniform("person", "placed")} >= 0.02`,
  place: `${list(places)}[1 + town % ${places.length}]`,
  continent: "toLowCardinality(if(placed, splitByChar('-', place)[1], ''))",
  country: "toLowCardinality(if(placed, splitByChar('-', place)[2], ''))",
  region: "toLowCardinality(if(placed, concat('Region ', toString(town % 384)), ''))",
  city: "toLowCardinality(if(placed, concat('City ', toString(town)), ''))",
} as const;

/** Values of a session. The `landing` ones stand in its first event. */
export const ofSession = {
  length: `toUInt8(least(60., 1 + floor(-log(1 - ${uniform("session", "length")}) * 7.49)))`,
  referring: zipf("session", "referrer", 300),
  landing_referrer: `toLowCardinality(multiIf(
        ${uniform("session", "direct")} < 0.45, '',
        referring < ${knownReferrers.length}, ${list(knownReferrers)}[1 + referring],
        concat('site-', toString(referring), '.example')))`,
  tagged: `${uniform("session", "tagged")} < 0.08`,
  landing_utm_source: `if(tagged, ${zipfOf("session", "source", sources)}, '')`,
  landing_utm_medium: `if(tagged, ${zipfOf("session", "medium", media)}, '')`,
  landing_utm_campaign: `toLowCardinality(if(tagged, concat('campaign-', toString(${zipf("session", "campaign", 40)})), ''))`,
  landing_utm_term: `if(tagged AND session % 5 = 0, ${zipfOf("session", "term", terms)}, '')`,
  landing_utm_content: `if(tagged AND session % 3 = 0, ${zipfOf("session", "content", contents)}, '')`,
  landing_click_id: `if(NOT tagged AND session % 32 = 0, ${zipfOf("session", "click id", clickIds)}, '')`,
  hostname: `if(session % 10 > 0, 'bench.example', ${zipfOf("session", "hostname", shared)})`,
} as const;

/**
 * Values of an event, by column. The first event of a session is a page view. Any other kind of
 * event belongs to the page viewed last.
 */
export const ofEvent = {
  name: `multiIf(kind < 0.5, 'pageview', kind < 0.88, 'engagement', ${zipfOf("event", "custom", customEvents)})`,
  page: `concat('/', ${list(sections)}[1 + page_number % ${sections.length}], '/article-about-', toString(page_number))`,
  props: `if(name IN ('Search', 'Signup', 'Purchase'), map('plan', ${oneOf(words("free team business"), "event % 3")}, 'variant', ${oneOf(words("a b"), "event % 2")}), map())`,
  revenue_amount: "if(name = 'Purchase', toDecimal64(9 + event % 90, 3), 0)",
  revenue_currency: "if(name = 'Purchase', 'EUR', '')",
  engagement_time_ms: "if(name = 'engagement', toUInt32(500 + event % 60000), 0)",
  scroll_depth: "if(name = 'engagement', toUInt8(event % 101), 0)",
} as const;
