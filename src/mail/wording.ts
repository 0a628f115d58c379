import { html } from "../html.ts";
import type { SummaryNumbers } from "../model/summary.ts";
import type { Report, ReportList } from "./report.ts";
import type { Span } from "./span.ts";

const count = new Intl.NumberFormat("en");
const decimal = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat("en", { maximumFractionDigits: 0, signDisplay: "exceptZero" });
// One field at a time: how Intl joins several differs between versions of the runtime.
const weekday = dateField({ weekday: "long" });
const shortWeekday = dateField({ weekday: "short" });
const dayOfMonth = dateField({ day: "numeric" });
const month = dateField({ month: "long" });
const shortMonth = dateField({ month: "short" });
const year = dateField({ year: "numeric" });

/** A longer value says no more, and breaks lines. */
const valueLengthMax = 60;

/** Texts of a report that are the same in each. */
export const words = {
  visitorsByDay: "Visitors by day",
  /** In place of the rows of a list that has none. */
  none: "none",
  statistics: "Statistics",
  stop: "Stop these reports",
} as const;

const headings: Readonly<Record<ReportList["dimension"], string>> = {
  page: "Pages, by page views",
  referrer: "Referrers, by visitors",
  country: "Countries, by visitors",
};

/** A row of the numbers: its name, the number, and how it changed; "" where that cannot be said. */
export interface Line {
  readonly name: string;
  readonly number: string;
  readonly change: string;
}

/** `example.com: 1,234 visitors last week (+12 %)` */
export function subjectOf(report: Report, isNewest: boolean): string {
  const { domain, span, numbers, change } = report;
  const visitors = numbers.visitors === 1 ? "visitor" : "visitors";
  const when = isNewest ? `last ${span.period}` : spanInWords(span);
  const changed = change.visitors === null ? "" : ` (${wordChange(change.visitors)})`;
  return `${domain}: ${formatCount(numbers.visitors)} ${visitors} ${when}${changed}`;
}

/** `Monday, 16 November 2026 to …`, or `November 2026` */
export function titleOf({ period, from, to }: Span): string {
  if (period === "month") return monthAndYear(from);
  return `${weekday(from)}, ${wordDate(from)} to ${weekday(to)}, ${wordDate(to)}`;
}

export function linesOf({ numbers, change }: Report): Line[] {
  const line = (
    name: string,
    key: keyof SummaryNumbers,
    word: (number: number) => string,
  ): Line => {
    const [number, changed] = [numbers[key], change[key]];
    return {
      name,
      number: number === null ? "-" : word(number),
      change: changed === null ? "" : wordChange(changed),
    };
  };
  return [
    line("Visitors", "visitors", formatCount),
    line("Visits", "visits", formatCount),
    line("Page views", "pageviews", formatCount),
    line("Views per visit", "views_per_visit", (number) => decimal.format(number)),
    line("Bounce rate", "bounce_rate", (share) => `${percent.format(share * 100)} %`),
    line("Visit duration", "visit_duration", wordDuration),
  ];
}

export function footnotesOf({ before, timezone }: Report): string[] {
  return [
    `Changes are to ${wordDate(before.from)} to ${wordDate(before.to)}.`,
    `Days are those of the time zone ${timezone}.`,
  ];
}

/** `Pages, by page views` */
export function headingOf({ dimension }: ReportList): string {
  return headings[dimension];
}

/** The text of the link in HTML, which names the website. */
export function statisticsOf(domain: string): string {
  return `${words.statistics} of ${domain}`;
}

/** Texts of the page on which the reports of a website are stopped. */
export const unsubscribeWords = {
  title: (domain: string) => `E-mail reports of ${domain}`,
  question: "Nobody will get them any more.",
  button: "Stop the reports",
  farewell: html`They are stopped. The website's setting <code>email</code> starts them again.`,
} as const;

export function formatCount(number: number): string {
  return count.format(number);
}

/** `Mon 16 Nov` */
export function formatDay(date: string): string {
  return `${shortWeekday(date)} ${dayOfMonth(date)} ${shortMonth(date)}`;
}

/** A value as it can be shown: what is not for the eye may hide or turn around what is. */
export function printable(value: string): string {
  const signs = [...value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd")];
  return signs.length <= valueLengthMax
    ? signs.join("")
    : `${signs.slice(0, valueLengthMax - 1).join("")}…`;
}

/** `+12 %` */
function wordChange(change: number): string {
  return `${signed.format(change * 100)} %`;
}

/** `2 min 5 s` */
function wordDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}

function spanInWords({ period, from }: Span): string {
  return period === "month" ? `in ${monthAndYear(from)}` : `in the week from ${wordDate(from)}`;
}

/** `16 November 2026` */
function wordDate(date: string): string {
  return `${dayOfMonth(date)} ${monthAndYear(date)}`;
}

function monthAndYear(date: string): string {
  return `${month(date)} ${year(date)}`;
}

/** Formats a field of `YYYY-MM-DD`. */
function dateField(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options });
  return (date) => format.format(Date.parse(date));
}
