import { type Html, html } from "../../base/html.ts";
import type { EmailReport, ReportList } from "../content/email-report.ts";
import {
  annotationLinesOf,
  footnotesOf,
  goalLinesOf,
  type Line,
  linesOf,
  rowsOf,
  type Wording,
} from "../content/wording.ts";
import type { ReportLinks } from "./email-report-links.ts";
import { fontStyle } from "./mail-body.ts";

// Many mail programs support no layout but tables.
const cell = "padding:4px 0;font-size:14px;line-height:20px;vertical-align:top";
const faint = "color:#6b7280";

/** Returns the report as HTML. It fits narrow and wide windows, and loads nothing. */
export function htmlOf(wording: Wording, report: EmailReport, links: ReportLinks): string {
  const { language, direction, words } = wording;
  const { domain, span, days, lists } = report;
  const numberRows = (lines: readonly Line[]) => lines.map((line) => numberRow(wording, line));
  const page = html`<!doctype html>
<html lang="${language}" dir="${direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${domain}</title>
</head>
<body style="margin:0;padding:0;background:#ffffff">
<table role="presentation" dir="${direction}" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;margin:0 auto;${fontStyle}">
<tr><td style="padding:16px">
<h1 style="margin:0;font-size:20px;line-height:28px">${domain}</h1>
<p style="margin:0 0 12px;font-size:14px;line-height:20px;${faint}">${words.span(span)}</p>
${table(numberRows(linesOf(wording, report)))}
${heading(words.report.visitorsByDay)}
${table(dayRows(wording, days))}
${lists.map((list) => listSection(wording, list))}
${section(words.report.goals, numberRows(goalLinesOf(wording, report)))}
${section(
  words.report.annotations,
  annotationLinesOf(wording, report).map((line) => annotationRow(wording, line)),
)}
${footer(wording, report, links)}
</td></tr>
</table>
</body>
</html>
`;
  return page.markup;
}

/** Returns the style of a cell at the end of a line. */
function endCell(direction: Wording["direction"]): string {
  const [start, end] = direction === "rtl" ? ["right", "left"] : ["left", "right"];
  return `${cell};padding-${start}:12px;text-align:${end};white-space:nowrap`;
}

/** Returns the style of a cell that keeps away from the next one of its line. */
function nameCell(direction: Wording["direction"]): string {
  return `${cell};padding-${direction === "rtl" ? "left" : "right"}:8px;white-space:nowrap`;
}

function heading(title: string): Html {
  return html`<h2 style="margin:24px 0 4px;font-size:16px;line-height:24px">${title}</h2>`;
}

function table(rows: readonly Html[]): Html {
  return html`<table width="100%" cellpadding="0" cellspacing="0" style="border-collapse:collapse">${rows}
</table>`;
}

function numberRow({ direction }: Wording, { name, number, change }: Line): Html {
  const end = endCell(direction);
  return html`
<tr><td style="${cell}">${name}</td><td style="${end};font-weight:bold">${number}</td><td width="72" style="${end};${faint}">${change}</td></tr>`;
}

function dayRows({ direction, words, tools }: Wording, days: EmailReport["days"]): Html[] {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  return days.map(({ date, visitors }) => {
    const bar = barOf(Math.ceil((visitors / most) * 100));
    return html`
<tr><td width="92" style="${nameCell(direction)}">${words.shortDay(date)}</td><td style="${cell};padding-top:9px">${bar}</td><td width="60" style="${endCell(direction)}">${tools.count(visitors)}</td></tr>`;
  });
}

/** Draws a bar as a coloured table, because many mail programs block images. */
function barOf(percent: number): Html {
  if (percent === 0) return html``;
  return html`<table role="presentation" width="${String(percent)}%" cellpadding="0" cellspacing="0"><tr><td height="10" bgcolor="#3b6fd4" style="height:10px;font-size:1px;line-height:10px">&nbsp;</td></tr></table>`;
}

function listSection(wording: Wording, list: ReportList): Html {
  const { direction, words } = wording;
  const lines = rowsOf(wording, list).map(
    ({ name, number }) => html`
<tr><td style="${cell};word-break:break-word">${name}</td><td style="${endCell(direction)}">${number}</td></tr>`,
  );
  const none = html`
<tr><td style="${cell};${faint}">${words.report.none}</td></tr>`;
  return html`${heading(words.report[list.dimension])}
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

function annotationRow(
  { direction }: Wording,
  { when, text }: ReturnType<typeof annotationLinesOf>[number],
): Html {
  return html`
<tr><td width="130" style="${nameCell(direction)}">${when}</td><td style="${cell};word-break:break-word">${text}</td></tr>`;
}

function footer(
  wording: Wording,
  report: EmailReport,
  { statistics, unsubscribe }: ReportLinks,
): Html {
  const { report: words } = wording.words;
  const link = (url: string | undefined, text: string) =>
    url === undefined ? [] : [html`<br><a href="${url}" style="${faint}">${text}</a>`];
  return html`<p style="margin:24px 0 0;font-size:12px;line-height:18px;${faint}">${footnotesOf(wording, report).join(" ")}${[
    ...link(statistics, words.statisticsOf(report.domain)),
    ...link(unsubscribe, words.stop),
  ]}</p>`;
}
