import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../../src/clickhouse/database.ts";
import { bind, sql } from "../../src/clickhouse/sql.ts";
import { clickIds } from "../../src/collect/click-ids.ts";
import {
  channelOf,
  findChannel,
  findSource,
  sourceEntries,
  sourceOf,
} from "../../src/counting/acquisition.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

let db: Database;
beforeAll(async () => {
  ({ db } = (await shareFootfall()).server.store);
});
afterAll(stopAll);

interface Carried {
  readonly referrer?: string;
  /** `utm_source` and `utm_medium`. */
  readonly utm?: readonly [string, string];
  readonly clickId?: string;
}

/** Resolves with the source and channel of each of the rows, in one statement. */
async function acquired(rows: readonly Carried[]): Promise<string[][]> {
  const column = (textOf: (row: Carried) => string | undefined) =>
    bind(
      "Array(String)",
      rows.map((row) => textOf(row) ?? ""),
    );
  const found = await db.rows<{ source: string; channel: string }>(sql`
    SELECT
      ${sourceOf()} AS source,
      ${channelOf()} AS channel
    FROM (
      SELECT
        nth,
        toLowCardinality(referrers[nth]) AS referrer,
        toLowCardinality(utm_sources[nth]) AS utm_source,
        toLowCardinality(utm_mediums[nth]) AS utm_medium,
        toLowCardinality(click_ids[nth]) AS click_id
      FROM (
        SELECT
          ${column(({ referrer }) => referrer)} AS referrers,
          ${column(({ utm }) => utm?.[0])} AS utm_sources,
          ${column(({ utm }) => utm?.[1])} AS utm_mediums,
          ${column(({ clickId }) => clickId)} AS click_ids,
          arrayJoin(arrayEnumerate(referrers)) AS nth
      )
    )
    ORDER BY nth ASC`);
  return found.map(({ source, channel }) => [source, channel]);
}

const from = (referrer: string): Carried => ({ referrer });
const utm = (source: string, medium = ""): Carried => ({ utm: [source, medium] });
const click = (clickId: string): Carried => ({ clickId });

/** The texts that an event carries, its source and its channel. */
const cases: readonly (readonly [Carried, string, string])[] = [
  [{}, "", ""],

  // Hosts, as the collector stores them.
  [from("google.com"), "Google", "Search"],
  [from("google.de"), "Google", "Search"],
  [from("google.co.uk"), "Google", "Search"],
  [from("google.com.br"), "Google", "Search"],
  [from("images.google.fr"), "Google", "Search"],
  [from("com.google.android.googlequicksearchbox"), "Google", "Search"],
  [from("bing.com"), "Bing", "Search"],
  [from("duckduckgo.com"), "DuckDuckGo", "Search"],
  [from("html.duckduckgo.com"), "DuckDuckGo", "Search"],
  [from("de.search.yahoo.com"), "Yahoo", "Search"],
  [from("yandex.com.tr"), "Yandex", "Search"],
  [from("facebook.com"), "Facebook", "Social"],
  [from("l.facebook.com"), "Facebook", "Social"],
  [from("de-de.facebook.com"), "Facebook", "Social"],
  [from("l.instagram.com"), "Instagram", "Social"],
  [from("t.co"), "X", "Social"],
  [from("lnkd.in"), "LinkedIn", "Social"],
  [from("out.reddit.com"), "Reddit", "Social"],
  [from("pinterest.co.uk"), "Pinterest", "Social"],
  [from("de.pinterest.com"), "Pinterest", "Social"],
  [from("news.ycombinator.com"), "Hacker News", "Social"],
  [from("org.telegram.messenger"), "Telegram", "Social"],
  [from("chatgpt.com"), "ChatGPT", "AI"],
  [from("chat.openai.com"), "ChatGPT", "AI"],
  [from("perplexity.ai"), "Perplexity", "AI"],
  [from("gemini.google.com"), "Gemini", "AI"],
  [from("claude.ai"), "Claude", "AI"],
  [from("copilot.microsoft.com"), "Copilot", "AI"],
  [from("mail.google.com"), "Gmail", "E-mail"],
  [from("com.google.android.gm"), "Gmail", "E-mail"],
  [from("outlook.live.com"), "Outlook", "E-mail"],
  [from("mail.yahoo.com"), "Yahoo Mail", "E-mail"],
  [from("mail.yandex.ru"), "Yandex Mail", "E-mail"],
  [from("googleads.g.doubleclick.net"), "Google Ads", "Paid"],
  [from("github.com"), "GitHub", "Referral"],
  [from("de.wikipedia.org"), "Wikipedia", "Referral"],
  [from("news.google.com"), "Google News", "Referral"],

  // Hosts that only look like one.
  [from("blog.example.com"), "blog.example.com", "Referral"],
  [from("notfacebook.com"), "notfacebook.com", "Referral"],
  [from("facebook.com.example"), "facebook.com.example", "Referral"],
  [from("google.example"), "google.example", "Referral"],
  [from("google.com.example.org"), "google.com.example.org", "Referral"],
  [from("google.de.com"), "google.de.com", "Referral"],
  [from("accounts.google.com"), "accounts.google.com", "Referral"],
  [from("finance.yahoo.com"), "finance.yahoo.com", "Referral"],
  [from("tXco"), "tXco", "Referral"],
  [from("facebookXcom"), "facebookXcom", "Referral"],
  [from("192.0.2.1"), "192.0.2.1", "Referral"],

  // A known utm_source counts in any case of letters, an unknown one as written.
  [utm("google"), "Google", "Search"],
  [utm("GOOGLE"), "Google", "Search"],
  [utm("hacker news"), "Hacker News", "Social"],
  [utm("fb"), "Facebook", "Social"],
  [utm("IG"), "Instagram", "Social"],
  [utm("twitter"), "X", "Social"],
  [utm("chatgpt.com"), "ChatGPT", "AI"],
  [utm("L.Facebook.com"), "Facebook", "Social"],
  [utm("google.de"), "Google", "Search"],
  [utm("Klaviyo"), "Klaviyo", "E-mail"],
  [utm("adwords"), "Google Ads", "Paid"],
  [utm("newsletter"), "newsletter", "E-mail"],
  [utm("Newsletter"), "Newsletter", "E-mail"],
  [utm("Partner X"), "Partner X", "Referral"],
  [utm("bücher"), "bücher", "Referral"],
  [utm("toString"), "toString", "Referral"],

  // utm_source comes before the referrer, which counts if no list has the utm_source.
  [{ ...from("google.com"), ...utm("facebook") }, "Facebook", "Social"],
  [{ ...from("facebook.com"), ...utm("github") }, "GitHub", "Referral"],
  [{ ...from("t.co"), ...utm("newsletter") }, "newsletter", "E-mail"],
  [{ ...from("t.co"), ...utm("spring-2026") }, "spring-2026", "Social"],
  [{ ...from("blog.example.com"), ...utm("spring-2026") }, "spring-2026", "Referral"],

  // utm_medium counts by the beginnings of its words.
  [utm("google", "cpc"), "Google", "Paid"],
  [utm("google", "CPC"), "Google", "Paid"],
  [utm("facebook", "paid_social"), "Facebook", "Paid"],
  [utm("facebook", "social-paid"), "Facebook", "Paid"],
  [utm("linkedin", "Paid Social"), "LinkedIn", "Paid"],
  [utm("linkedin", "paidsocial"), "LinkedIn", "Paid"],
  [utm("partner", "display"), "partner", "Paid"],
  [utm("partner", "affiliates"), "partner", "Paid"],
  [utm("facebook", "unpaid"), "Facebook", "Social"],
  [utm("partner", "downloads"), "partner", "Referral"],
  [utm("shop", "email"), "shop", "E-mail"],
  [utm("shop", "E-Mail"), "shop", "E-mail"],
  [utm("shop", "weekly_newsletter"), "shop", "E-mail"],
  [utm("facebook", "email"), "Facebook", "E-mail"],
  [utm("partner", "social-media"), "partner", "Social"],
  [utm("partner", "organic"), "partner", "Search"],
  [utm("facebook", "organic"), "Facebook", "Social"],
  [utm("chatgpt.com", "social"), "ChatGPT", "AI"],
  [utm("flyer", "qr"), "flyer", "Referral"],
  [utm("google", "referral"), "Google", "Search"],
  [utm("", "email"), "", "E-mail"],
  [utm("", "qr"), "", "Referral"],
  [{ ...from("google.com"), ...utm("", "cpc") }, "Google", "Paid"],

  // Click ids.
  [click("gclid"), "", "Paid"],
  [{ ...from("google.com"), ...click("gclid") }, "Google", "Paid"],
  [{ ...from("bing.com"), ...click("msclkid") }, "Bing", "Paid"],
  [{ ...utm("shop", "email"), ...click("gclid") }, "shop", "Paid"],
  [click("fbclid"), "", "Social"],
  [{ ...from("l.facebook.com"), ...click("fbclid") }, "Facebook", "Social"],
  [{ ...utm("facebook", "cpc"), ...click("fbclid") }, "Facebook", "Paid"],
  [{ ...from("google.com"), ...click("srsltid") }, "Google", "Search"],
  [{ ...from("yandex.ru"), ...click("ysclid") }, "Yandex", "Search"],
  [click("mc_eid"), "", "E-mail"],
  [click("of-tomorrow"), "", "Referral"],
];

test("source and channel follow from what an event carries", async () => {
  const found = await acquired(cases.map(([carried]) => carried));
  expect(cases.map(([carried], i) => [carried, ...(found[i] ?? [])])).toEqual(cases);
});

test("every entry of the list leads to its name and its channel, by either way", async () => {
  const hosts = sourceEntries.flatMap(({ entry, name, channel }) => {
    const found = [name, channel];
    if (entry.endsWith(".*")) {
      return ["com", "de", "co.uk", "com.au"].map((end) => ({
        host: entry.replace("*", end),
        found,
      }));
    }
    const host = entry.replace(/^\*\./, "");
    return [{ host, found }, ...(host === entry ? [] : [{ host: `a.b.${host}`, found }])];
  });

  const wanted = hosts.map(({ host, found }) => [host, ...found]);
  for (const carry of [from, (host: string) => utm(host.toUpperCase())]) {
    const found = await acquired(hosts.map(({ host }) => carry(host)));
    expect(hosts.map(({ host }, i) => [host, ...(found[i] ?? [])])).toEqual(wanted);
  }
});

test("a source and a medium have the same service and channel outside the store", async () => {
  const texts = cases.map(([carried]) => carried.utm ?? (["", ""] as const));
  const mediums = [...new Set(texts.map(([, medium]) => medium)), "\u212Acpc", "SOCIAL"];
  const sources = [
    ...texts.map(([source]) => source),
    ...sourceEntries.flatMap(({ stem, name }) => [stem, name, `a.${stem}`, `${stem}.com.au`]),
    "\u212Aagi.com",
  ];
  const pairs = [
    ...texts,
    ...sources.map((source, i) => [source, mediums[i % mediums.length] ?? ""] as const),
  ];
  const found = await acquired(pairs.map((pair) => utm(pair[0], pair[1])));
  expect(
    pairs.map(([source, medium]) => [findSource(source), findChannel(source, medium)]),
  ).toEqual(found);
});

test("every click id that the collector knows has its channel", async () => {
  const channels = await acquired([...clickIds].map(click));
  expect(channels.filter(([, channel]) => channel === "Referral" || channel === "")).toEqual([]);
});
