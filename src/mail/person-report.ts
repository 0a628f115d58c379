import { untilAborted } from "../base/async/abort-signal.ts";
import { clockAt } from "../base/calendar.ts";
import { html } from "../base/html.ts";
import type { Delivery } from "../deliveries/deliverer.ts";
import { mailSchedule } from "../deliveries/next-attempt.ts";
import type { StatisticsQueries } from "../stats/statistics.ts";
import type { Website } from "../websites/website.ts";
import { readNumbers } from "./email-report.ts";
import { composeMail, type MailOrigin, type Message } from "./message.ts";
import { unsubscribeUrl } from "./report-links.ts";
import { daysLateMax, newestDue, type Period, periods, type Span } from "./report-period.ts";
import { formatChange, formatCount, periodInWords, titleOf } from "./wording.ts";

/** Somebody who gets the numbers of several websites in one mail. */
export interface ReportReader {
  readonly id: number;
  readonly email: string;
  readonly reports: Readonly<Record<Period, boolean>> & {
    readonly sendAt: number;
    readonly timezone: string;
  };
  /** The websites that the person sees. */
  readonly websites: readonly Website[];
}

/** The things that the mail to a person is made with. */
export interface PersonMailOptions extends MailOrigin {
  readonly statisticsOf: (website: Website) => Promise<StatisticsQueries>;
  readonly now: () => number;
}

export interface PersonReportOptions extends PersonMailOptions {
  readonly shipped: () => Promise<void>;
  /** Returns the people who get such mails, as they are now. */
  readonly readers: () => readonly ReportReader[];
  readonly messageIdOf: (about: readonly (string | number)[], recipient: string) => string;
}

/** Websites in one mail. Each takes two light queries. */
const websitesMax = 200;

/** Returns the newest reports of people whose days are over for all of their websites. */
export function duePersonReports(options: PersonReportOptions): Delivery<Message>[] {
  const nowMs = options.now();
  return options.readers().flatMap((reader) =>
    periods.flatMap((period) => {
      const { reports, websites, id } = reader;
      if (!reports[period] || websites.length === 0) return [];
      const { span, daysLate } = newestDue(period, reports.timezone, nowMs, reports.sendAt);
      if (websites.some(({ timezone }) => clockAt(timezone, nowMs).day <= span.to)) return [];
      const recipient = `person ${id}`;
      return [
        {
          ...{ websiteId: 0, period, from: span.from, about: "", recipient },
          schedule: mailSchedule,
          isTooLate: daysLate > daysLateMax[period],
          isWanted: () => options.readers().some((one) => one.id === id && one.reports[period]),
          write: async (signal: AbortSignal) => {
            await untilAborted(options.shipped(), signal);
            const messageId = options.messageIdOf(["person", period, span.from], recipient);
            return composePersonReport(options, reader, span, signal, messageId);
          },
        },
      ];
    }),
  );
}

/** Composes the mail with the numbers of all websites that a person sees. */
export async function composePersonReport(
  options: PersonMailOptions,
  { id, email, websites }: Omit<ReportReader, "reports">,
  span: Span,
  signal: AbortSignal,
  messageId?: string,
): Promise<Message> {
  const { statisticsOf, now, from, baseUrl } = options;
  const caller = { signal, priority: "owner" } as const;
  const rows: { domain: string; visitors: number; pageviews: number; change: string }[] = [];
  const sorted = [...websites].sort((a, b) => (a.domain < b.domain ? -1 : 1));
  for (const website of sorted.slice(0, websitesMax)) {
    const statistics = await statisticsOf(website);
    const { numbers, change } = await readNumbers(statistics, website.id, span, caller);
    const { visitors, pageviews } = numbers;
    const changed = change.visitors === null ? "" : `(${formatChange(change.visitors)})`;
    rows.push({ domain: website.domain, visitors, pageviews, change: changed });
  }
  const total = rows.reduce((sum, { visitors }) => sum + visitors, 0);
  const sites = rows.length === 1 ? "1 website" : `${formatCount(rows.length)} websites`;
  const unsubscribe = unsubscribeUrl(options, { kind: "person", personId: id });
  const base = baseUrl.replace(/\/+$/, "");
  const left = websites.length - rows.length;
  const rest = left > 0 ? [`${formatCount(left)} more are left out.`] : [];
  const lines = rows.map(({ domain, visitors, pageviews, change }) => {
    return `${domain}: ${formatCount(visitors)} visitors ${change}, ${formatCount(pageviews)} page views`;
  });
  return composeMail({
    ...{ from, to: email, nowMs: now(), unsubscribe, messageId },
    subject: `${sites}: ${formatCount(total)} visitors ${periodInWords(span.period)}`,
    text: [
      ...[titleOf(span), "", ...lines.map((line) => line.replace(" ,", ",")), ...rest, ""],
      ...[`Statistics: ${base}/`, "", "Stop these reports:", unsubscribe, ""],
    ].join("\n"),
    html: html`<h1>${titleOf(span)}</h1><table><tr><th>Website</th><th>Visitors</th><th></th><th>Page views</th></tr>${rows.map(
      ({ domain, visitors, pageviews, change }) =>
        html`<tr><td><a href="${base}/${domain}?from=${span.from}&amp;to=${span.to}">${domain}</a></td><td align="right">${formatCount(visitors)}</td><td align="right">${change}</td><td align="right">${formatCount(pageviews)}</td></tr>`,
    )}</table>${rest.map((text) => html`<p>${text}</p>`)}<p><a href="${unsubscribe}">Stop these reports</a></p>`
      .markup,
  });
}
