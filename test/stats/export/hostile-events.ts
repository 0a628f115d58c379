import { pick, randomFrom } from "../../../bench/random.ts";
import { chrome } from "../../helpers/footfall.ts";
import { agents, places } from "../happenings.ts";

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;

/** Texts that some part of the way could take for something else, or spell in another way. */
const texts = [
  "",
  " ",
  "0",
  "-0",
  "null",
  "undefined",
  "true",
  "NaN",
  "\\N",
  "\\",
  "\\\\n",
  '"',
  "'",
  "''",
  "\0",
  "\u0001\u001f\u007f\u0085",
  "a\tb\r\nc\u2028d\u2029",
  "\ufeff",
  "\ufffd",
  "\ud800",
  "x\udfff",
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  "1",
  "10",
  "2",
  "-1",
  "1.50",
  "1e3",
  "é",
  "e\u0301",
  "ﬁ",
  "ß",
  "İ",
  "ı",
  "Ω",
  "日本語",
  "مرحبا",
  "\u202eabc",
  "👩‍👩‍👧‍👦",
  "𝕏".repeat(40),
  "a[b]%/ü",
  "a.b",
  "a,b;c",
  "=1+1",
  "@x",
  "<script>",
  "%00",
  "%ff",
  "$x",
  "{{x}}",
  "plan",
  "x".repeat(2_000),
  "(none)",
  "(direct)",
  "(unknown)",
  "99999999999999999999",
  "0.1",
];

const queries = [
  "",
  "?",
  "?a=1&a=2&&b",
  "?utm_source=google&utm_medium=cpc&utm_campaign=%F0%9F%98%80&utm_term=a+b",
  "?gclid=x&sort=1&q=%00%ff%E2%82",
  "?UTM_Source=Fb&FBCLID=1",
  "?utm_campaign=%22%5C%0A%00x%ff",
  "?utm_source=&utm_medium=%20email%20&ref=1&page=2",
  "?q=ä ö 'x' \"y\"",
  "?mc_cid=1&utm_content=~x*",
  `?utm_term=${"%F0%9F%98%80".repeat(120)}`,
  "?q[]=1&q[b]=%5B2%5D#part?x=1",
  "?token=abc&email=a@b.c",
];
const paths = [
  "",
  "/",
  "/a",
  "/a/b",
  "//",
  "//a//b/",
  "/%2e%2e/x",
  "/a/../b",
  "/ä/日本?",
  "/A",
  "/a;v=1",
  "/%00",
  "/%ff%fe",
  "/😀",
  "/a'b\"c",
  "/<b>",
  `/${"ü".repeat(300)}`,
  `/${"x".repeat(1_500)}`,
  "/a~b*",
];
const hosts = ["", "", "www.", "a.b.c.", "xn--rger-koa.", "ärger.", "_x.", "WWW."];
const referrers = [
  "",
  "https://www.google.com/search?q=x",
  "https://ärger.example/",
  "android-app://com.slack/",
  "http://[::1]/",
  "javascript:1",
  "t.co",
  "https://user:pass@news.ycombinator.com:8443/item",
  "\0",
  "https://chatgpt.com/",
  `https://${"a".repeat(63)}.example/`,
  "HTTPS://T.CO/x",
];
const names = [
  "pageview",
  "pageview",
  "pageview",
  "engagement",
  "engagement",
  "Purchase",
  "Purchase",
  "Signup",
  "__proto__",
  " ",
  "\0",
  "\\N",
  "😀".repeat(60),
  "Pageview",
  "ENGAGEMENT",
  "~x",
  "!x",
  "a:b",
  "\ud800",
  "e\u0301",
  "é",
  "\ufeffx",
  "Outbound",
  '{"a":1}',
];
const amounts = [
  0, -0, 1, -1, 0.001, -0.001, 19.9, -19.99, 0.0004, 1e12, -1e12, 999_999_999_999.999,
];
const currencies = ["EUR", "eur", "USD", "JPY", "XXX"];
const languages = ["", "de", "zh-Hant-TW", "pt_BR", "qq", "x-y", "EN-us"];
const screens = ["", "1920x1080", "0x0", "99999x99999", "01x1"];
const pausesMs = [0, 0, 0, 1, 999, 29 * minuteMs, 30 * minuteMs - 1, 30 * minuteMs, 97 * minuteMs];

/** Returns a function that picks an item of a list, equally often each, by a fixed sequence. */
function picker(seed: number) {
  const random = randomFrom(seed);
  return <T>(items: readonly T[]): T => pick(random, items);
}

type Pick = ReturnType<typeof picker>;

function fieldsOf(pick: Pick, domain: string): Record<string, unknown> {
  const name = pick(names);
  const origin = `${pick(["https", "http"])}://${pick(hosts)}${domain}${pick(["", "", ":8080"])}`;
  const props = Array.from({ length: pick([0, 0, 1, 3, 30]) }, () => {
    const value = pick<string | number | boolean | null>([pick(texts), pick(texts), 3, -0.5, true]);
    return [pick(texts), value] as const;
  });
  const some = { plan: pick(["pro", "", "1"]), seats: pick([3, "-2.5", "1e3"]) };
  return {
    name,
    url: `${origin}${pick(paths)}${pick(queries)}`,
    referrer: pick(referrers),
    screen: pick(screens),
    language: pick(languages),
    props: Object.fromEntries(
      [...props, ...(pick([true, false]) ? Object.entries(some) : [])].slice(-30),
    ),
    ...(pick([true, false]) && {
      revenue: { amount: pick(amounts), currency: pick(currencies) },
    }),
    ...(name === "engagement" && {
      e: pick([0, 1, 950, 61_007, 4_294_967_295, 1e15, -5]),
      sd: pick([0, 33, 100, 250, 49.6]),
    }),
  };
}

function isAccepted({ url }: Record<string, unknown>): boolean {
  return String(url).length <= 2_000;
}

/** Returns events of bulk requests: all that a client can send, often around midnight. */
export function hostileBulk(domain: string, firstDayMs: number): object[] {
  const pick = picker(firstDayMs / minuteMs);
  const events: object[] = [];
  for (let person = 0; person < 60; person += 1) {
    const { userAgent } = pick(agents);
    const { ip } = pick(places);
    const visitor = {
      ...(userAgent !== undefined && { user_agent: userAgent }),
      ...(ip !== undefined && { ip: person % 3 === 0 ? ip : `203.0.113.${person}` }),
    };
    // Clocks of the tests' zones show midnight and the hour that is twice or never at these.
    const hour = pick([-14, 0, 4, 5, 6, 7, 10, 11, 12, 15, 23, 28, 29, 30, 31, 39, 60]);
    let timeMs = firstDayMs + (hour * 60 + pick([-1, 0, 30])) * minuteMs;
    for (let nth = pick([1, 2, 8, 14]); nth > 0; nth -= 1) {
      const event = fieldsOf(pick, domain);
      if (!isAccepted(event)) continue;
      const timestamp = new Date(timeMs).toISOString();
      const sent = { ...event, ...visitor, timestamp };
      events.push(sent);
      // Equal events count as often as they come.
      if (pick([true, false, false, false])) events.push(sent);
      timeMs += Math.min(pick(pausesMs), dayMs);
    }
  }
  return events;
}

/** Returns events as pages send them, each with the headers of its browser. */
export function hostileTracked(domain: string) {
  const pick = picker(7);
  return Array.from({ length: 120 }, () => {
    const event = { domain, ...fieldsOf(pick, domain) };
    return {
      event,
      headers: {
        "user-agent": pick(agents).userAgent ?? chrome,
        "accept-language": pick(["de-AT,de;q=0.9", "*", "en"]),
      },
    };
  }).filter(({ event }) => isAccepted(event));
}
