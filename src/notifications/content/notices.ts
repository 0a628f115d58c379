import { isoSeconds } from "../../base/calendar.ts";
import type { Import } from "../../definitions/import.ts";
import { type AlertNews, sentencesOf, titleOf } from "./alert-wording.ts";
import type { EmailReport } from "./email-report.ts";
import { subjectOf, type Wording } from "./wording.ts";

/** Something that a webhook is told. */
export interface Notice {
  readonly type: "alert" | "report" | "import" | "goal" | "test";
  readonly atMs: number;
  /** Null for what is about no website. */
  readonly website: { readonly id: number; readonly domain: string } | null;
  /** One line for people. */
  readonly text: string;
  /** Where to see more; null if this server does not know its own URL. */
  readonly url: string | null;
  readonly data: object;
}

type NoticeWebsite = NonNullable<Notice["website"]>;

/** Returns the URL of the statistics of a website; null if this server does not know its own. */
export function statisticsUrl(
  baseUrl: string | undefined,
  { domain }: Pick<NoticeWebsite, "domain">,
  query = "",
): string | null {
  return baseUrl === undefined || baseUrl === "" ? null : `${baseUrl}/${domain}${query}`;
}

/** Returns what a webhook is told of an alert. */
export function alertNotice(
  wording: Wording,
  news: AlertNews,
  baseUrl: string | undefined,
  { isTest = false } = {},
): Notice {
  const { website, alertId, alert, message, goalName } = news;
  const { state, number, when, fromMs, untilMs, median, earlier } = message;
  const { id, domain } = website;
  const text = [titleOf(wording, news), ...sentencesOf(wording, news)].join("\n");
  return {
    type: "alert",
    atMs: untilMs,
    website: { id, domain },
    text: isTest ? wording.words.alert.test(text) : text,
    url: statisticsUrl(baseUrl, website),
    data: {
      id: alertId,
      name: alert.name,
      state,
      number,
      when,
      window: { from: isoSeconds(fromMs), to: isoSeconds(untilMs) },
      ...(median !== undefined && { median, earlier }),
      ...(goalName !== undefined && { goal: goalName }),
      ...(isTest && { test: true }),
    },
  };
}

/** Returns what a webhook is told of a report. */
export function reportNotice(
  wording: Wording,
  website: NoticeWebsite,
  report: EmailReport,
  baseUrl: string | undefined,
  nowMs: number,
): Notice {
  const { period, from, to } = report.span;
  const { numbers, change, before, lists, goals } = report;
  return {
    type: "report",
    atMs: nowMs,
    website: { id: website.id, domain: website.domain },
    text: subjectOf(wording, report, true),
    url: statisticsUrl(baseUrl, website, `?from=${from}&to=${to}`),
    data: {
      period,
      from,
      to,
      ...numbers,
      change,
      previous: { from: before.from, to: before.to },
      ...Object.fromEntries(lists.map(({ dimension, rows }) => [dimension, rows])),
      goals,
    },
  };
}

/** Returns what a webhook is told of the end of an import. */
export function importNotice(
  { words: { webhook: words } }: Wording,
  website: NoticeWebsite,
  id: number,
  content: Import,
  baseUrl: string | undefined,
): Notice {
  const { source, status, kind, days, rows, problem, finishedAt } = content;
  const { domain } = website;
  return {
    type: "import",
    atMs: Date.parse(finishedAt ?? ""),
    website: { id: website.id, domain },
    text:
      status === "done"
        ? words.imported(domain, rows.imported, days.taken)
        : words.importFailed(domain, problem),
    url: statisticsUrl(baseUrl, website),
    data: {
      id,
      source,
      kind,
      status,
      problem,
      finished_at: finishedAt,
      days: { taken: days.taken, left: days.left },
      rows: { read: rows.read, imported: rows.imported },
    },
  };
}

/** Returns what a webhook is told of events that match a goal. */
export function goalNotice(
  { words: { webhook: words } }: Wording,
  website: NoticeWebsite,
  goal: { readonly id: number; readonly name: string },
  found: { readonly number: number; readonly fromMs: number; readonly untilMs: number },
  baseUrl: string | undefined,
): Notice {
  const { number, fromMs, untilMs } = found;
  return {
    type: "goal",
    atMs: untilMs,
    website: { id: website.id, domain: website.domain },
    text: words.goal(website.domain, number, goal.name),
    url: statisticsUrl(baseUrl, website),
    data: {
      id: goal.id,
      name: goal.name,
      number,
      window: { from: isoSeconds(fromMs), to: isoSeconds(untilMs) },
    },
  };
}

/** Returns what a webhook is told when somebody tries it out. */
export function testNotice({ words }: Wording, name: string, nowMs: number): Notice {
  return {
    type: "test",
    atMs: nowMs,
    website: null,
    url: null,
    text: words.webhook.test(name),
    data: { name },
  };
}
