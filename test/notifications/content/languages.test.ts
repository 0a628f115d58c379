import { afterAll, describe, expect, test } from "vitest";

import { type Language, languages } from "../../../src/base/languages.ts";
import type { AlertMessage } from "../../../src/definitions/alert.ts";
import {
  type AlertNews,
  sentencesOf,
  titleOf,
} from "../../../src/notifications/content/alert-wording.ts";
import type { EmailReport } from "../../../src/notifications/content/email-report.ts";
import { daysOf, subjectOf, wordingOf } from "../../../src/notifications/content/wording.ts";
import { htmlOf } from "../../../src/notifications/mail/email-report-html.ts";
import { sendLinkMail } from "../../../src/notifications/mail/link-mail.ts";
import { textOf } from "../../../src/notifications/mail/plain-text.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { startMailServer } from "../../helpers/mail-server.ts";

afterAll(stopAll);

const numbers = {
  visitors: 1234,
  visits: 1500,
  pageviews: 4321,
  views_per_visit: 2.8807,
  bounce_rate: 0.4122,
  visit_duration: 143.208,
  engaged_visitors: 900,
  engagement_seconds: 48.3,
  scroll_depth: 7,
};

function reportIn(language: Language, parts: Partial<EmailReport> = {}): EmailReport {
  const change = Object.fromEntries(Object.keys(numbers).map((name) => [name, null]));
  return {
    domain: "example.com",
    timezone: "Europe/Berlin",
    language,
    numbers,
    span: { period: "week", from: "2025-11-10", to: "2025-11-16" },
    before: { from: "2025-11-03", to: "2025-11-09" },
    change: { ...(change as EmailReport["change"]), visitors: 0.123 },
    days: [{ date: "2025-11-10", visitors: 50 }],
    lists: [
      { dimension: "page", rows: [] },
      { dimension: "referrer", rows: [{ value: "(direct)", count: 9 }] },
      {
        dimension: "country",
        rows: [
          { value: "Germany", count: 8 },
          { value: "(unknown)", count: 1 },
        ],
      },
    ],
    goals: [{ name: "Signup", visitors: 1080, rate: 0.8752 }],
    reads: 1204,
    annotations: [{ date: "2025-11-11", time: "14:05", text: "Release 2.0" }],
    ...parts,
  };
}

function newsIn(language: Language, message: Partial<AlertMessage>): AlertNews {
  const untilMs = Date.parse("2025-11-17T09:05:00Z");
  return {
    website: { id: 7, domain: "example.com", timezone: "Europe/Berlin", language },
    alertId: 1,
    alert: { name: "Tag" },
    goalName: "Signup",
    message: {
      change: 1,
      state: "firing",
      to: [],
      number: 12,
      fromMs: untilMs - 3_600_000,
      untilMs,
      when: { metric: "visitors", window_minutes: 60, above: 10 },
      ...message,
    },
  };
}

async function linesIn(language: Language, message: Partial<AlertMessage>): Promise<string[]> {
  const [wording, news] = [await wordingOf(language), newsIn(language, message)];
  return [titleOf(wording, news), ...sentencesOf(wording, news)];
}

/** Replaces the spaces that lines do not break at, and the marks of right-to-left texts. */
function plain(text: string): string {
  return text.replaceAll(/[\u00a0\u202f]/g, " ").replaceAll(/\p{Cf}/gu, "");
}

describe("a report", () => {
  test("in German is German as a whole", async () => {
    const wording = await wordingOf("de");
    const report = reportIn("de");

    expect(plain(subjectOf(wording, report, true))).toBe(
      "example.com: 1.234 Besucher letzte Woche (+12 %)",
    );
    expect(plain(subjectOf(wording, report, false))).toBe(
      "example.com: 1.234 Besucher in der Woche ab dem 10. November 2025 (+12 %)",
    );
    expect(
      plain(textOf(wording, report, { statistics: "https://a.test", unsubscribe: "u" })),
    ).toBe(`example.com
Montag, 10. November 2025 bis Sonntag, 16. November 2025

Besucher                  1.234       +12 %
Besuche                   1.500
Seitenaufrufe             4.321
Aufrufe pro Besuch         2,88
Absprungrate             41,2 %
Besuchsdauer         2 min 23 s

Besucher pro Tag
----------------
Mo, 10. Nov.          50  ████████████████████████████████████████

Seiten nach Seitenaufrufen
--------------------------
keine

Verweise nach Besuchern
-----------------------
9  (direkt)

Länder nach Besuchern
---------------------
8  Deutschland
1  (unbekannt)

Ziele nach Besuchern
--------------------
1.080  Signup (87,5 %)

Notizen
-------
Di, 11. Nov., 14:05 Uhr: Release 2.0

Crawler und andere Programme haben 1.204 Mal Seiten abgerufen.
Änderungen gegenüber der Zeit vom 3. November 2025 bis zum 9. November 2025.
Die Tage sind die der Zeitzone Europe/Berlin.
Statistik: https://a.test

Diese Berichte abbestellen:
u
`);
  });

  test("in Arabic goes from right to left, with numbers at the other end", async () => {
    const wording = await wordingOf("ar");
    const report = reportIn("ar");
    const page = htmlOf(wording, report, { unsubscribe: "https://stats.test/u" });

    expect(plain(subjectOf(wording, report, true))).toBe(
      "example.com: 1,234 زائرًا في الأسبوع الماضي (+12%)",
    );
    expect(page).toContain('<html lang="ar" dir="rtl">');
    expect(page).toMatch(/<table role="presentation" dir="rtl"/);
    expect(page).toMatch(/>الزوار<\/td><td style="[^"]*text-align:left[^"]*">1,234</);
    expect(page).not.toContain("text-align:right");
    // The slash in front of a path stays there.
    const lists = [{ dimension: "page", rows: [{ value: "/a/", count: 1 }] }] as const;
    const listed = textOf(wording, reportIn("ar", { lists }), { unsubscribe: "u" });
    expect(listed).toContain("\u2068/a/\u2069");
    expect(page).toContain(">ألمانيا<");
    expect(page).toContain(">إيقاف هذه التقارير</a>");
  });

  test("in Polish has the form of each number", async () => {
    const wording = await wordingOf("pl");
    const { line, subject } = wording.words.ownReport;
    const days = daysOf(wording.words, reportIn("pl").span, true);

    expect([1, 2, 5, 12, 22].map((number) => line("a.test", number, number, null))).toEqual([
      "a.test: 1 odwiedzający, 1 odsłona",
      "a.test: 2 odwiedzających, 2 odsłony",
      "a.test: 5 odwiedzających, 5 odsłon",
      "a.test: 12 odwiedzających, 12 odsłon",
      "a.test: 22 odwiedzających, 22 odsłony",
    ]);
    expect([1, 3, 7].map((websites) => subject(websites, 1, days))).toEqual([
      "1 witryna: 1 odwiedzający w zeszłym tygodniu",
      "3 witryny: 1 odwiedzający w zeszłym tygodniu",
      "7 witryn: 1 odwiedzający w zeszłym tygodniu",
    ]);
    const span = { period: "month", from: "2025-09-01", to: "2025-09-30" } as const;
    expect(daysOf(wording.words, span, false)).toBe("we wrześniu 2025");
  });

  test("in Japanese has columns for wide characters", async () => {
    const text = textOf(await wordingOf("ja"), reportIn("ja"), {});

    expect(text).toContain(
      "\n直帰率                            41.2%\n滞在時間                        2分23秒\n",
    );
    expect(text).toContain("\nメモ\n----\n");
    expect(text).toContain("\n8  ドイツ\n");
  });
});

test("a mail with a link is in the language of the person", async () => {
  const server = await startMailServer();
  const url = "https://stats.test/invitation#token";
  const mail = { to: "ada@mail.test", kind: "invitation", url, language: "ar" } as const;
  await sendLinkMail({ smtpUrl: server.url, from: "footfall@mail.test" }, mail);

  const [sent] = server.mails;
  expect(sent?.headers.get("subject")).toMatch(/=\?UTF-8\?.*Footfall\?=$/s);
  expect(sent?.text).toContain(url);
  expect(sent?.html).toMatch(/^<div lang="ar" dir="rtl" [^>]*><p>هذه دعوة/);
  // A phone is narrower than the link.
  expect(sent?.html).toContain(`<a href="${url}" dir="ltr" style="word-break:break-all">`);
});

describe("an alert", () => {
  test("in English says what it always said", async () => {
    expect(await linesIn("en", {})).toEqual([
      "example.com: Tag: 12 visitors in 60 minutes",
      "12 visitors from 2025-11-17 09:05 to 2025-11-17 10:05 (Europe/Berlin).",
      "The alert fires while there are more than 10.",
    ]);
    const when = { metric: "goal", goal_id: 3, against: "weekday", window_minutes: 60 } as const;
    const weekday = { when: { ...when, times_above: 1.5 }, median: 4, earlier: [3, 5], number: 1 };
    expect(await linesIn("en", weekday)).toEqual([
      "example.com: Tag: 1 event of the goal Signup in 60 minutes",
      "1 event of the goal Signup from 2025-11-17 09:05 to 2025-11-17 10:05 (Europe/Berlin).",
      "The alert fires while there are more than 1.5 times the median, which are 6.",
      "The median of the same hours of the last 2 Mondays is 4: they had 3, 5, the last one first.",
    ]);
  });

  test("in German has sentences of its own", async () => {
    expect(await linesIn("de", { state: "quiet" })).toEqual([
      "example.com: Tag: vorbei, 12 Besucher in 60 Minuten",
      "12 Besucher vom 17. November 2025, 09:05 Uhr, bis zum 17. November 2025, 10:05 Uhr (Europe/Berlin).",
      "Die Warnung wird bei mehr als 10 ausgelöst.",
    ]);
    expect(await linesIn("de", { when: { silent_minutes: 60 }, number: 61 })).toEqual([
      "example.com: Tag: seit 61 Minuten kommt nichts mehr an",
      "Seit 61 Minuten ist nichts mehr angekommen.",
      "Die Warnung wird nach 60 Minuten ausgelöst.",
      "Vielleicht fehlt der Tracker, oder etwas hält seine Ereignisse auf.",
    ]);
  });

  test("in Arabic has the form of each number", async () => {
    const titles = await Promise.all(
      [0, 1, 2, 3, 11, 100].map(async (number) =>
        plain((await linesIn("ar", { number }))[0] ?? ""),
      ),
    );

    expect(titles).toEqual(
      ["لا زوار", "زائر واحد", "زائران", "3 زوار", "11 زائرًا", "100 زائر"].map(
        (visitors) => `example.com: Tag: ${visitors} خلال 60 دقيقة`,
      ),
    );
  });

  test("shows what hides in a name", async () => {
    const news = { ...newsIn("en", {}), alert: { name: "a\u202eb" } };

    expect(titleOf(await wordingOf("en"), news)).toContain("a\ufffdb");
  });
});

test.each(languages)("each sentence in %s has all that it is about", async (language) => {
  const { words } = await wordingOf(language);
  const { alert, webhook, unsubscribe, report } = words;

  for (const fires of [alert.fires.above(1234), alert.fires.below(1234)]) {
    expect(plain(fires)).toMatch(/1[.,  ]?234/);
  }
  expect(alert.fires.outside(71, 62)).toMatch(/71.*62/);
  expect(alert.fires.timesAbove(3, 71)).toMatch(/3.*71|71.*3/);
  expect(alert.fires.timesOutside(3, 71, 2, 62)).toMatch(/3.*71.*2.*62/);
  expect(alert.median("2025-11-10", 71, 2, "62, 53")).toMatch(/2.*71.*62.*53/);
  expect(alert.counted("A", "B", "C", "Z")).toMatch(/^(?=.*A)(?=.*B.*C)(?=.*\bZ\b)/);
  for (const title of [alert.title("D", "N", "M"), webhook.importFailed("D", "N M")]) {
    expect(title).toMatch(/D.*N.*M/);
  }
  expect(webhook.imported("D", 71, 62)).toMatch(/^D(?=.*71)(?=.*62)/);
  expect(webhook.goal("D", 71, "G")).toMatch(/^D(?=.*71)(?=.*G)/);
  expect(report.comparedWith("2025-11-03", "2025-11-09")).toMatch(/3.*9/);
  for (const kind of ["everybody", "reports", "alert"] as const) {
    expect(unsubscribe[kind].title("D")).toContain("D");
  }
});
