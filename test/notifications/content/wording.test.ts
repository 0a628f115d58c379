import { describe, expect, test } from "vitest";
import type { EmailReport } from "../../../src/notifications/content/email-report.ts";
import { subjectOf, wordingOf } from "../../../src/notifications/content/wording.ts";
import { htmlOf } from "../../../src/notifications/mail/email-report-html.ts";
import { textOf } from "../../../src/notifications/mail/plain-text.ts";

const english = await wordingOf("en");

function reportWith(
  parts: Partial<EmailReport> = {},
  visitors = 1234,
  change: number | null = 0.123,
) {
  return {
    domain: "example.com",
    timezone: "Europe/Berlin",
    language: "en",
    span: { period: "week", from: "2025-11-10", to: "2025-11-16" },
    numbers: {
      visitors,
      visits: 1500,
      pageviews: 4321,
      views_per_visit: 2.8807,
      bounce_rate: 0.4122,
      visit_duration: 143.208,
      engaged_visitors: 900,
      engagement_seconds: 48.3,
      scroll_depth: 71.5,
    },
    before: { from: "2025-11-03", to: "2025-11-09" },
    change: {
      visitors: change,
      visits: 0.1,
      pageviews: -0.034,
      views_per_visit: -0.126,
      bounce_rate: 0.001,
      visit_duration: null,
      engaged_visitors: null,
      engagement_seconds: null,
      scroll_depth: null,
    },
    days: Array.from({ length: 7 }, (_, i) => ({ date: `2025-11-${10 + i}`, visitors: i * 50 })),
    lists: [
      {
        dimension: "page",
        rows: [
          { value: "/pricing", count: 1000 },
          { value: "/", count: 12 },
        ],
      },
      { dimension: "country", rows: [] },
    ],
    goals: [
      { name: "Signup", visitors: 1080, rate: 0.8752 },
      { name: "Purchase", visitors: 9, rate: 0.0073 },
    ],
    reads: 0,
    annotations: [
      { date: "2025-11-11", time: "14:05", text: "Release 2.0" },
      { date: "2025-11-12", time: null, text: "Newsletter" },
    ],
    ...parts,
  } satisfies EmailReport;
}

describe("the subject", () => {
  test.each([
    [1234, 0.123, "example.com: 1,234 visitors last week (+12 %)"],
    [1, -0.5, "example.com: 1 visitor last week (-50 %)"],
    [0, -1, "example.com: 0 visitors last week (-100 %)"],
    [20, 0.001, "example.com: 20 visitors last week (0 %)"],
    [20, null, "example.com: 20 visitors last week"],
    [1_234_567, 12.5, "example.com: 1,234,567 visitors last week (+1,250 %)"],
  ])("of %i visitors with a change of %j", (visitors, change, subject) => {
    expect(subjectOf(english, reportWith({}, visitors, change), true)).toBe(subject);
  });

  test("of an older week or month names it", () => {
    const month = { period: "month", from: "2025-10-01", to: "2025-10-31" } as const;

    expect(subjectOf(english, reportWith({}, 5, null), false)).toBe(
      "example.com: 5 visitors in the week from 10 November 2025",
    );
    expect(subjectOf(english, reportWith({ span: month }, 5, null), false)).toBe(
      "example.com: 5 visitors in October 2025",
    );
    expect(subjectOf(english, reportWith({ span: month }, 5, null), true)).toBe(
      "example.com: 5 visitors last month",
    );
  });
});

test("the text is a page of columns", () => {
  const links = {
    statistics: "https://stats.test/example.com",
    unsubscribe: "https://stats.test/u",
  };

  expect(textOf(english, reportWith(), links)).toBe(`example.com
Monday, 10 November 2025 to Sunday, 16 November 2025

Visitors               1,234       +12 %
Visits                 1,500       +10 %
Page views             4,321        -3 %
Views per visit         2.88       -13 %
Bounce rate           41.2 %         0 %
Visit duration    2 min 23 s

Visitors by day
---------------
Mon 10 Nov             0
Tue 11 Nov            50  ███████
Wed 12 Nov           100  ██████████████
Thu 13 Nov           150  ████████████████████
Fri 14 Nov           200  ███████████████████████████
Sat 15 Nov           250  ██████████████████████████████████
Sun 16 Nov           300  ████████████████████████████████████████

Pages, by page views
--------------------
1,000  /pricing
   12  /

Countries, by visitors
----------------------
none

Goals, by visitors
------------------
1,080  Signup (87.5 %)
    9  Purchase (0.7 %)

Annotations
-----------
Tue 11 Nov, 14:05: Release 2.0
Wed 12 Nov: Newsletter

Changes are relative to 3 November 2025 to 9 November 2025.
Days are in the time zone Europe/Berlin.
Statistics: https://stats.test/example.com

Stop these reports:
https://stats.test/u
`);
});

test("without anything counted it still says so", () => {
  const nothing = {
    visitors: 0,
    visits: 0,
    pageviews: 0,
    views_per_visit: null,
    bounce_rate: null,
    visit_duration: null,
    engaged_visitors: 0,
    engagement_seconds: null,
    scroll_depth: null,
  };
  const days = [{ date: "2025-11-10", visitors: 0 }];
  const text = textOf(
    english,
    reportWith({ numbers: nothing, days, lists: [], goals: [], annotations: [] }),
    {},
  );

  expect(text).toContain("Bounce rate                -");
  expect(text).toContain("Mon 10 Nov             0\n");
  expect(text).not.toMatch(/Stop these reports|Goals|Annotations/);
});

describe("values that visitors chose", () => {
  const values = [
    "/<img src=x onerror=alert(1)>&'\"",
    "/a\r\nb\u202eevil\u2028",
    `/${"long".repeat(50)}`,
  ];
  const rows = values.map((value) => ({ value, count: 1 }));
  const report = reportWith({ lists: [{ dimension: "page", rows }] });

  test("are text in HTML", () => {
    const page = htmlOf(english, report, {});

    expect(page).toContain("/&lt;img src=x onerror=alert(1)&gt;&amp;&#39;&quot;");
    expect(page).not.toContain("<img");
  });

  test.each([
    ["HTML", htmlOf(english, report, {})],
    ["text", textOf(english, report, {})],
  ])("are one line of what can be seen, cut off where they are long, in %s", (_kind, shown) => {
    expect(shown).toContain("/a\ufffd\ufffdb\ufffdevil\ufffd");
    expect(shown).toContain(`/${"long".repeat(14)}lo…`);
    expect(shown).not.toContain("long".repeat(15));
  });
});

test("the HTML loads nothing, runs nothing, and has a bar for each day that had visitors", () => {
  const page = htmlOf(english, reportWith(), { unsubscribe: "https://stats.test/u?a=1&b=2" });

  expect(page).not.toMatch(/<(img|script|link|iframe|object)|url\(|@import|src=/i);
  expect(
    [...page.matchAll(/width="(\d+)%" cellpadding="0" cellspacing="0"><tr><td height/g)].map(
      ([, width]) => width,
    ),
  ).toEqual(["17", "34", "50", "67", "84", "100"]);
  expect(page).toContain('href="https://stats.test/u?a=1&amp;b=2"');
  expect(page).toContain("+12 %");
});
