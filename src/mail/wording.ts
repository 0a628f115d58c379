import { html } from "../base/html.ts";
import type { SummaryNumbers } from "../model/summary.ts";
import type { EmailReport, ReportList } from "./email-report.ts";
import type { Span } from "./report-period.ts";

const count = new Intl.NumberFormat("en");
const decimal = new Intl.NumberFormat("en", { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = new Intl.NumberFormat("en", { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const signed = new Intl.NumberFormat("en", { maximumFractionDigits: 0, signDisplay: "exceptZero" });
// Each field is formatted alone: versions of the runtime differ in how they join several.
const weekday = dateField({ weekday: "long" });
const shortWeekday = dateField({ weekday: "short" });
const dayOfMonth = dateField({ day: "numeric" });
const month = dateField({ month: "long" });
const shortMonth = dateField({ month: "short" });
const year = dateField({ year: "numeric" });

/** Characters of a value in a mail. Longer values would break lines. */
const valueLengthMax = 60;
/** Characters of a text in a mail: those of an annotation. */
const textLengthMax = 200;

/** Has the fixed texts of a report. */
export const words = {
  visitorsByDay: "Visitors by day",
  goals: "Goals, by visitors",
  annotations: "Annotations",
  /** Replaces the rows of an empty list. */
  none: "none",
  statistics: "Statistics",
  stop: "Stop these reports",
} as const;

const headings: Readonly<Record<ReportList["dimension"], string>> = {
  page: "Pages, by page views",
  referrer: "Referrers, by visitors",
  country: "Countries, by visitors",
};

/** A total with its name, number and change. The change is empty if it is unknown. */
export interface Line {
  readonly name: string;
  readonly number: string;
  readonly change: string;
}

/** Returns the subject, such as `example.com: 1,234 visitors last week (+12 %)`. */
export function subjectOf(report: EmailReport, isNewest: boolean): string {
  const { domain, span, numbers, change } = report;
  const visitors = numbers.visitors === 1 ? "visitor" : "visitors";
  const when = isNewest ? periodInWords(span.period) : spanInWords(span);
  const changed = change.visitors === null ? "" : ` (${formatChange(change.visitors)})`;
  return `${domain}: ${formatCount(numbers.visitors)} ${visitors} ${when}${changed}`;
}

/** Returns the newest span of a period in words, such as `last week`. */
export function periodInWords(period: Span["period"]): string {
  return period === "day" ? "yesterday" : `last ${period}`;
}

/** Returns the span in words, such as `Monday, 16 November 2026 to …` or `November 2026`. */
export function titleOf({ period, from, to }: Span): string {
  if (period === "month") return monthAndYear(from);
  if (period === "day") return `${weekday(from)}, ${formatDate(from)}`;
  return `${weekday(from)}, ${formatDate(from)} to ${weekday(to)}, ${formatDate(to)}`;
}

export function linesOf({ numbers, change }: EmailReport): Line[] {
  const line = (
    name: string,
    key: keyof SummaryNumbers,
    format: (number: number) => string,
  ): Line => {
    const [number, changed] = [numbers[key], change[key]];
    return {
      name,
      number: number === null ? "-" : format(number),
      change: changed === null ? "" : formatChange(changed),
    };
  };
  return [
    line("Visitors", "visitors", formatCount),
    line("Visits", "visits", formatCount),
    line("Page views", "pageviews", formatCount),
    line("Views per visit", "views_per_visit", (number) => decimal.format(number)),
    line("Bounce rate", "bounce_rate", (share) => `${percent.format(share * 100)} %`),
    line("Visit duration", "visit_duration", formatDuration),
  ];
}

export function footnotesOf({ before, timezone }: EmailReport): string[] {
  return [
    `Changes are relative to ${formatDate(before.from)} to ${formatDate(before.to)}.`,
    `Days are in the time zone ${timezone}.`,
  ];
}

/** Returns the heading of a list, such as `Pages, by page views`. */
export function headingOf({ dimension }: ReportList): string {
  return headings[dimension];
}

/** Returns the goals with their visitors, and the share of all visitors in place of a change. */
export function goalLinesOf({ goals }: EmailReport): Line[] {
  return goals.map(({ name, visitors, rate }) => ({
    name: printable(name),
    number: formatCount(visitors),
    change: rate === null ? "" : `${percent.format(rate * 100)} %`,
  }));
}

/** Returns the annotations, each with its day, as in `Mon 16 Nov, 14:05`, and its text. */
export function annotationLinesOf({ annotations }: EmailReport): { when: string; text: string }[] {
  return annotations.map(({ date, time, text }) => ({
    when: time === null ? formatDay(date) : `${formatDay(date)}, ${time}`,
    text: printable(text, textLengthMax),
  }));
}

/** Returns the text of the link to the statistics. */
export function statisticsOf(domain: string): string {
  return `${words.statistics} of ${domain}`;
}

/** Has the texts of the pages that stop mails. */
export const unsubscribeWords = {
  /** For links of earlier releases, which stop the reports of everybody. */
  everybody: {
    title: (domain: string) => `E-mail reports of ${domain}`,
    warning: "No one will receive these reports any more.",
    button: "Stop the reports",
    farewell: html`The reports are stopped. The website's setting <code>email</code> starts them again.`,
  },
  reports: {
    title: (domain: string) => `E-mail reports of ${domain}`,
    warning: "You will not receive these reports any more. Others still do.",
    button: "Stop the reports",
    farewell: html`You get no more of these reports. In the website's settings you can be added again.`,
  },
  alert: {
    title: (domain: string) => `An alert of ${domain}`,
    warning: "You will not receive mails of this alert any more. Others still do.",
    button: "Stop these mails",
    farewell: html`You get no more mails of this alert. In the website's settings you can be added again.`,
  },
  person: {
    title: () => "E-mail reports of your websites",
    warning: "You will not receive these reports any more.",
    button: "Stop the reports",
    farewell: html`You get no more of these reports. In your account you can switch them on again.`,
  },
} as const;

export function formatCount(number: number): string {
  return count.format(number);
}

/** Formats a day, as in `Mon 16 Nov`. */
export function formatDay(date: string): string {
  return `${shortWeekday(date)} ${dayOfMonth(date)} ${shortMonth(date)}`;
}

/** Returns a value that is safe to show. Invisible characters could hide or reorder others. */
export function printable(value: string, lengthMax = valueLengthMax): string {
  const signs = [...value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd")];
  return signs.length <= lengthMax ? signs.join("") : `${signs.slice(0, lengthMax - 1).join("")}…`;
}

/** Formats a change, as in `+12 %`. */
export function formatChange(change: number): string {
  return `${signed.format(change * 100)} %`;
}

/** Formats a duration, as in `2 min 5 s`. */
function formatDuration(seconds: number): string {
  const whole = Math.round(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return `${h} h ${min} min`;
  return min > 0 ? `${min} min ${s} s` : `${s} s`;
}

function spanInWords({ period, from }: Span): string {
  if (period === "day") return `on ${formatDate(from)}`;
  return period === "month" ? `in ${monthAndYear(from)}` : `in the week from ${formatDate(from)}`;
}

/** Formats a date, as in `16 November 2026`. */
function formatDate(date: string): string {
  return `${dayOfMonth(date)} ${monthAndYear(date)}`;
}

function monthAndYear(date: string): string {
  return `${month(date)} ${year(date)}`;
}

/** Returns a function that formats one field of a date. */
function dateField(options: Intl.DateTimeFormatOptions): (date: string) => string {
  const format = new Intl.DateTimeFormat("en", { timeZone: "UTC", ...options });
  return (date) => format.format(Date.parse(date));
}
