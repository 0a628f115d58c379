import { untilAborted } from "../../base/async/abort-signal.ts";
import { clockAt } from "../../base/calendar.ts";
import { type Html, html } from "../../base/html.ts";
import type { Language } from "../../base/languages.ts";
import { type Period, periods } from "../../model/choices.ts";
import type { StatisticsQueries } from "../../stats/statistics.ts";
import type { Website } from "../../websites/website.ts";
import { readNumbers } from "../content/email-report.ts";
import { daysLateMax, newestDue, type Span } from "../content/email-report-period.ts";
import { daysOf, type Wording, wordingOf } from "../content/wording.ts";
import type { Delivery } from "../deliveries/deliverer.ts";
import { reportMailKey } from "../deliveries/delivery-key.ts";
import { mailSchedule } from "../deliveries/next-attempt.ts";
import { byId, nameOfRecipient } from "../deliveries/recipient.ts";
import { unsubscribeUrl } from "./email-report-links.ts";
import { mailBody } from "./mail-body.ts";
import { composeMail, type MailOrigin, type Message } from "./message.ts";

/** Somebody who gets the numbers of several websites in one mail. */
export interface ReportReader {
  readonly id: number;
  readonly email: string;
  readonly language: Language;
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
  readonly shipped: () => Promise<unknown>;
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
      const recipient = byId("person", id);
      return [
        {
          ...reportMailKey({ websiteId: 0, period, from: span.from }, recipient),
          schedule: mailSchedule,
          isTooLate: daysLate > daysLateMax[period],
          isWanted: () => options.readers().some((one) => one.id === id && one.reports[period]),
          write: async (signal: AbortSignal) => {
            await untilAborted(options.shipped(), signal);
            // The rights and the address may have changed meanwhile.
            const current = options.readers().find((one) => one.id === id);
            if (current === undefined) return undefined;
            const messageId = options.messageIdOf(
              ["person", period, span.from],
              nameOfRecipient(recipient),
            );
            return composePersonReport(options, current, span, signal, messageId);
          },
        },
      ];
    }),
  );
}

/** A website's numbers in the mail. */
interface Row {
  readonly domain: string;
  readonly visitors: number;
  readonly pageviews: number;
  /** The relative change of the visitors; null if it is unknown. */
  readonly change: number | null;
}

/** Composes the mail with the numbers of all websites that a person sees, in its language. */
export async function composePersonReport(
  options: PersonMailOptions,
  { id, email, language, websites }: Omit<ReportReader, "reports">,
  span: Span,
  signal: AbortSignal,
  messageId?: string,
): Promise<Message> {
  const { statisticsOf, now, from, baseUrl } = options;
  const caller = { signal, priority: "owner" } as const;
  const rows: Row[] = [];
  const sorted = [...websites].sort((a, b) => (a.domain < b.domain ? -1 : 1));
  for (const website of sorted.slice(0, websitesMax)) {
    const statistics = await statisticsOf(website);
    const { numbers, change } = await readNumbers(statistics, website.id, span, caller);
    const { visitors, pageviews } = numbers;
    rows.push({ domain: website.domain, visitors, pageviews, change: change.visitors });
  }
  const wording = await wordingOf(language);
  const { ownReport: words, report, label, labelled } = wording.words;
  const total = rows.reduce((sum, { visitors }) => sum + visitors, 0);
  const unsubscribe = unsubscribeUrl(options, { kind: "person", personId: id });
  const left = websites.length - rows.length;
  const rest = left > 0 ? [words.leftOut(left)] : [];
  const lines = rows.map(({ domain, visitors, pageviews, change }) =>
    words.line(domain, visitors, pageviews, change),
  );
  return composeMail({
    from,
    to: email,
    nowMs: now(),
    unsubscribe,
    messageId,
    subject: words.subject(rows.length, total, daysOf(wording.words, span, true)),
    text: [
      wording.words.span(span),
      "",
      ...lines,
      ...rest,
      "",
      labelled(report.statistics, `${baseUrl}/`),
      "",
      label(report.stop),
      unsubscribe,
      "",
    ].join("\n"),
    html: mailBody(
      wording,
      html`<h1 style="font-size:20px;line-height:28px">${wording.words.span(span)}</h1>
${tableOf(wording, rows, { baseUrl, span })}
${rest.map((text) => html`<p>${text}</p>`)}
<p><a href="${unsubscribe}">${report.stop}</a></p>
`,
    ),
  });
}

function tableOf(
  { direction, words: { ownReport, report }, tools: { count, change } }: Wording,
  rows: readonly Row[],
  { baseUrl, span: { from, to } }: { readonly baseUrl: string; readonly span: Span },
): Html {
  const names = [report.visitors, "", report.pageviews];
  const [start, end] = direction === "rtl" ? ["right", "left"] : ["left", "right"];
  const style = `padding:4px 0;padding-${end}:12px;font-size:14px;vertical-align:top`;
  const row = ({ domain, visitors, pageviews, change: by }: Row) => {
    const url = `${baseUrl}/${domain}?from=${from}&to=${to}`;
    const changed = by === null ? "" : `(${change(by)})`;
    const numbers = [count(visitors), changed, count(pageviews)];
    return html`<tr><td style="${style};word-break:break-word"><a href="${url}">${domain}</a></td>${numbers.map(
      (number) => html`<td align="${end}" style="${style};white-space:nowrap">${number}</td>`,
    )}</tr>`;
  };
  return html`<table cellpadding="0" cellspacing="0"><tr><th align="${start}" style="${style}">${ownReport.website}</th>${names.map(
    (name) => html`<th align="${end}" style="${style}">${name}</th>`,
  )}</tr>${rows.map(row)}</table>`;
}
