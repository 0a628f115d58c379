import { countryNames, languageNames, type Names } from "../../../counting/code-names.ts";
import type { DimensionName } from "../../../counting/dimensions.ts";

/** A value of a dimension, as the API answers it. */
export interface ApiValue {
  readonly value: string;
  readonly code?: string | null;
}

/** How Umami writes the values of a dimension. */
interface Codes {
  readonly write: (value: ApiValue) => string;
  /** Returns our value; undefined if Footfall does not tell such values from others. */
  readonly read: (text: string) => string | undefined;
  /** Returns the filter values whose code contains the text; undefined if there are no such. */
  readonly containing: (text: string) => readonly string[] | undefined;
}

/** A dimension of Umami, in our words. */
export interface Word {
  readonly name: DimensionName;
  /** Our text for no value; undefined if the dimension does not list it. */
  readonly none?: string;
  /** Whether Umami lists no row for no value. */
  readonly leavesOutNone?: true;
  readonly codes?: Codes;
  /** Whether values are places, which end with a country's code: `Berlin, State of Berlin, DE`. */
  readonly isPlace?: true;
  /** Whether it is no filter. */
  readonly isTypeOnly?: true;
  /** The number that a row has; visitors by default. */
  readonly counts?: "count";
}

const unknown = "(unknown)";

/** Footfall's names and Umami's codes. Values that are not here are written alike. */
const browsers = `Android Browser=android|Android WebView=chromium-webview|BlackBerry=bb10|
Chrome=chrome|Edge=edge-chromium|Facebook=facebook|Firefox=firefox|Instagram=instagram|
Internet Explorer=ie|iOS WebView=ios-webview|KakaoTalk=kakaotalk|MIUI Browser=miui|Opera=opera|
Opera Mini=opera-mini|PhantomJS=phantomjs|Safari=safari|Samsung Internet=samsung|Silk=silk|
Yandex Browser=yandexbrowser`;
const systems = "Android=Android OS|macOS=Mac OS|Solaris=Sun OS";
const devices =
  "Console=console|Desktop=desktop|Mobile=mobile|Tablet=tablet|TV=tv|Wearable=wearable";
const channels = `AI=llm|Direct=direct|E-mail=email|Paid=paidAds|Referral=referral|
Search=organicSearch|Social=organicSocial`;
/** Umami's codes for a part of one of our values. */
const partsOfBrowsers = /^(?:aol|beaker|browser|crios|curl|edge|edge-ios|fxios|ios|searchbot)$/;
const versionsOfSystems = /^(?:Windows (?!Phone).+|Amazon OS)$/;

/** Returns the codes of a table. Texts that `refused` matches are no values. */
function tableCodes(table: string, refused = /^$/): Codes {
  const pairs = table.split(/\|\s*/).map((pair) => pair.split("=") as [string, string]);
  return {
    write: ({ value }) => pairs.find(([name]) => name === value)?.[1] ?? value,
    read: (text) =>
      pairs.find(([, code]) => code === text)?.[0] ?? (refused.test(text) ? undefined : text),
    containing(text) {
      const has = (one: string) => one.toLowerCase().includes(text.toLowerCase());
      const isAlike = pairs.every(([name, code]) => has(code) === has(name));
      return isAlike ? [`~${escapeValue(text)}`] : undefined;
    },
  };
}

/** Returns the codes of values that the API knows by name and code. */
function isoCodes(names: () => Names): Codes {
  const pairs = () => [...names().codeByName];
  return {
    write: ({ value, code }) => code ?? value,
    read: (text) => pairs().find(([, code]) => code === text)?.[0],
    containing(text) {
      const part = text.toLowerCase();
      const found = pairs().filter(([, code]) => code.toLowerCase().includes(part));
      return found.length === 0 ? undefined : found.map(([name]) => escapeValue(name));
    },
  };
}

/** Returns a value as a filter of the API that means this text and nothing else. */
export function escapeValue(text: string): string {
  return text.replace(/[\\!*~]/g, "\\$&");
}

const page: Word = { name: "page" };
const hostname: Word = { name: "hostname", none: unknown };

/** The types of `metrics`, which are names of filters, too. `url` and `host` are of Umami 2. */
export const words: ReadonlyMap<string, Word> = new Map(
  Object.entries<Word>({
    path: page,
    url: page,
    entry: { name: "entry_page", isTypeOnly: true },
    exit: { name: "exit_page", isTypeOnly: true },
    hostname,
    host: hostname,
    referrer: { name: "referrer", none: "(direct)", leavesOutNone: true },
    channel: { name: "channel", codes: tableCodes(channels), isTypeOnly: true },
    event: { name: "event", counts: "count" },
    browser: { name: "browser", none: unknown, codes: tableCodes(browsers, partsOfBrowsers) },
    os: { name: "operating_system", none: unknown, codes: tableCodes(systems, versionsOfSystems) },
    device: { name: "device", none: unknown, codes: tableCodes(devices, /^laptop$/) },
    screen: { name: "screen_resolution", none: unknown, isTypeOnly: true },
    language: { name: "language", none: unknown, codes: isoCodes(languageNames) },
    country: { name: "country", none: unknown, codes: isoCodes(countryNames) },
    region: { name: "region", none: unknown, isPlace: true },
    city: { name: "city", none: unknown, isPlace: true },
    utmSource: { name: "utm_source" },
    utmMedium: { name: "utm_medium" },
    utmCampaign: { name: "campaign" },
    utmContent: { name: "utm_content" },
    utmTerm: { name: "utm_term" },
  }),
);
