import { expect, test } from "vitest";
import {
  duePersonReports,
  type ReportReader,
} from "../../../src/notifications/mail/person-report.ts";
import type { StatisticsQueries } from "../../../src/stats/statistics.ts";
import { websiteWith } from "../../helpers/draft.ts";

const own = websiteWith({ id: 1, domain: "own.example" });
const other = websiteWith({ id: 2, domain: "other.example" });
const ada: ReportReader = {
  id: 3,
  email: "ada@mail.test",
  language: "en",
  reports: { day: false, week: true, month: false, sendAt: 360, timezone: "UTC" },
  websites: [own, other],
};

const numbers = {
  visitors: 3,
  visits: 3,
  pageviews: 3,
  views_per_visit: 1,
  bounce_rate: 1,
  visit_duration: 0,
  engaged_visitors: 0,
  engagement_seconds: 0,
  scroll_depth: 0,
};
const statistics = {
  comparedReport: async () => ({ value: [numbers, numbers], version: "1" }),
} as unknown as StatisticsQueries;

/** A Monday, when a week is over in UTC. */
const monday = "2025-11-17T06:00:00Z";

function reportsAt(time: string, readers: () => readonly ReportReader[]) {
  return duePersonReports({
    from: "footfall@mail.test",
    baseUrl: "https://stats.test",
    mailKey: "0123456789abcdef",
    statisticsOf: async () => statistics,
    now: () => Date.parse(time),
    shipped: async () => {},
    readers,
    messageIdOf: () => "<1@stats.test>",
  });
}

/** Returns the one report that is due, and a function that sets what its reader is since. */
function dueReport() {
  let readers = [ada];
  const [report, ...more] = reportsAt(monday, () => readers);
  if (report === undefined || more.length > 0) throw new Error("one report is due");
  const write = () => report.write(new AbortController().signal);
  const become = (...now: readonly ReportReader[]) => {
    readers = [...now];
  };
  return { isWanted: report.isWanted, write, become };
}

test("a mail has the websites that the person sees when it is written, and goes to its address", async () => {
  const { write, become } = dueReport();
  become({ ...ada, email: "ada@new.test", websites: [own] });
  const message = await write();

  expect(message?.envelope.to).toEqual(["ada@new.test"]);
  expect(String(message?.raw)).toContain(own.domain);
  expect(String(message?.raw)).not.toContain(other.domain);
});

test("nobody gets a mail who is no reader any more, or has switched it off meanwhile", async () => {
  const { isWanted, write, become } = dueReport();
  expect(isWanted()).toBe(true);
  become({ ...ada, reports: { ...ada.reports, week: false } });
  expect(isWanted()).toBe(false);
  become();
  expect([isWanted(), await write()]).toEqual([false, undefined]);
});

test("a mail waits until the days are over in the time zone of each website", () => {
  const far = websiteWith({ id: 4, domain: "far.example", timezone: "America/Los_Angeles" });
  const reader = { ...ada, websites: [own, far] };
  const countAt = (time: string) => reportsAt(time, () => [reader]).length;

  expect(countAt("2025-11-17T07:59:00Z")).toBe(0);
  expect(countAt("2025-11-17T08:00:00Z")).toBe(1);
});
