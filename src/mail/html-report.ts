import { type Html, html } from "../base/html.ts";
import type { EmailReport, ReportList } from "./email-report.ts";
import type { ReportLinks } from "./report-links.ts";
import {
  annotationLinesOf,
  footnotesOf,
  formatCount,
  formatDay,
  goalLinesOf,
  headingOf,
  type Line,
  linesOf,
  printable,
  statisticsOf,
  titleOf,
  words,
} from "./wording.ts";

// Many mail programs support neither style sheets nor any layout but tables.
const font = "font-family:Helvetica,Arial,sans-serif;color:#1f2937";
const cell = "padding:4px 0;font-size:14px;line-height:20px;vertical-align:top";
const right = `${cell};padding-left:12px;text-align:right;white-space:nowrap`;
const faint = "color:#6b7280";

/** Returns the report as HTML. It fits narrow and wide windows, and loads nothing. */
export function htmlOf(report: EmailReport, links: ReportLinks): string {
  const { domain, span, days, lists } = report;
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${domain}</title>
</head>
<body style="margin:0;padding:0;background:#ffffff">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;${font}">
<tr><td style="padding:16px">
<h1 style="margin:0;font-size:20px;line-height:28px">${domain}</h1>
<p style="margin:0 0 12px;font-size:14px;line-height:20px;${faint}">${titleOf(span)}</p>
${table(linesOf(report).map(numberRow))}
${heading(words.visitorsByDay)}
${table(dayRows(days))}
${lists.map(listSection)}
${section(words.goals, goalLinesOf(report).map(numberRow))}
${section(words.annotations, annotationLinesOf(report).map(annotationRow))}
${footer(report, links)}
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

function heading(title: string): Html {
  return html`<h2 style="margin:24px 0 4px;font-size:16px;line-height:24px">${title}</h2>`;
}

function table(rows: readonly Html[]): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows}
</table>`;
}

function numberRow({ name, number, change }: Line): Html {
  return html`
<tr><td style="${cell}">${name}</td><td style="${right};font-weight:bold">${number}</td><td width="72" style="${right};${faint}">${change}</td></tr>`;
}

function dayRows(days: EmailReport["days"]): Html[] {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  return days.map(({ date, visitors }) => {
    const bar = barOf(Math.ceil((visitors / most) * 100));
    return html`
<tr><td width="92" style="${cell};padding-right:8px;white-space:nowrap">${formatDay(date)}</td><td style="${cell};padding-top:9px">${bar}</td><td width="60" style="${right}">${formatCount(visitors)}</td></tr>`;
  });
}

/** Draws a bar as a coloured table, because many mail programs block images. */
function barOf(percent: number): Html {
  if (percent === 0) return html``;
  return html`<table role="presentation" width="${String(percent)}%" cellpadding="0" cellspacing="0"><tr><td height="10" bgcolor="#3b6fd4" style="height:10px;font-size:1px;line-height:10px">&nbsp;</td></tr></table>`;
}

function listSection(list: ReportList): Html {
  const lines = list.rows.map(
    ({ value, count }) => html`
<tr><td style="${cell};word-break:break-word">${printable(value)}</td><td style="${right}">${formatCount(count)}</td></tr>`,
  );
  const none = html`
<tr><td style="${cell};${faint}">${words.none}</td></tr>`;
  return html`${heading(headingOf(list))}
${table(lines.length === 0 ? [none] : lines)}
`;
}

/** Returns a heading and its rows; nothing without rows. */
function section(title: string, rows: readonly Html[]): Html {
  return rows.length === 0
    ? html``
    : html`${heading(title)}
${table(rows)}`;
}

function annotationRow({ when, text }: ReturnType<typeof annotationLinesOf>[number]): Html {
  return html`
<tr><td width="130" style="${cell};padding-right:8px;white-space:nowrap">${when}</td><td style="${cell};word-break:break-word">${text}</td></tr>`;
}

function footer(report: EmailReport, { statistics, unsubscribe }: ReportLinks): Html {
  const link = (url: string | undefined, text: string) =>
    url === undefined ? [] : [html`<br><a href="${url}" style="${faint}">${text}</a>`];
  return html`<p style="margin:24px 0 0;font-size:12px;line-height:18px;${faint}">${footnotesOf(report).join(" ")}${[
    ...link(statistics, statisticsOf(report.domain)),
    ...link(unsubscribe, words.stop),
  ]}</p>`;
}
