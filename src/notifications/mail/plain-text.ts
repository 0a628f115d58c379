import type { EmailReport, ReportList } from "../content/email-report.ts";
import {
  annotationLinesOf,
  footnotesOf,
  goalLinesOf,
  linesOf,
  rowsOf,
  type Wording,
} from "../content/wording.ts";
import type { ReportLinks } from "./email-report-links.ts";

const barColumnsMax = 40;

/** Returns the report as plain text, about 72 columns wide. */
export function textOf(
  wording: Wording,
  report: EmailReport,
  { statistics, unsubscribe }: ReportLinks,
): string {
  const { label, labelled, span, report: words } = wording.words;
  const totals = linesOf(wording, report);
  const width = widthOf(totals.map(({ name }) => name)) + 1;
  const lines = totals.map(({ name, number, change }) =>
    `${padEnd(name, width)}${padStart(number, 12)}${padStart(change, 12)}`.trimEnd(),
  );
  const sections = [
    [report.domain, span(report.span)],
    lines,
    [heading(words.visitorsByDay), ...bars(wording, report.days)],
    ...report.lists.map((list) => listSection(wording, list)),
    ...section(words.goals, goalRows(wording, report)),
    ...section(words.annotations, annotationRows(wording, report)),
    [
      ...footnotesOf(wording, report),
      ...(statistics === undefined ? [] : [labelled(words.statistics, statistics)]),
      ...(unsubscribe === undefined ? [] : ["", label(words.stop), unsubscribe]),
    ],
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}

function heading(title: string): string {
  return `${title}\n${"-".repeat(columnsOf(title))}`;
}

function bars({ words, tools }: Wording, days: EmailReport["days"]): string[] {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  const names = days.map(({ date }) => words.shortDay(date));
  const width = Math.max(12, widthOf(names));
  return days.map(({ visitors }, i) => {
    const bar = "█".repeat(Math.ceil((visitors / most) * barColumnsMax));
    const number = tools.count(visitors).padStart(12);
    return `${padEnd(names[i] ?? "", width)}${number}  ${bar}`.trimEnd();
  });
}

/** Returns a heading and its lines; nothing without lines. */
function section(title: string, lines: readonly string[]): string[][] {
  return lines.length === 0 ? [] : [[heading(title), ...lines]];
}

function goalRows(wording: Wording, report: EmailReport): string[] {
  const lines = goalLinesOf(wording, report);
  const width = widthOf(lines.map(({ number }) => number));
  return lines.map(({ name, number, change }) => {
    const share = change === "" ? "" : ` (${change})`;
    return `${number.padStart(width)}  ${name}${share}`;
  });
}

function annotationRows(wording: Wording, report: EmailReport): string[] {
  const { labelled } = wording.words;
  return annotationLinesOf(wording, report).map(({ when, text }) => labelled(when, text));
}

function listSection(wording: Wording, list: ReportList): string[] {
  const { report: words } = wording.words;
  const shown = rowsOf(wording, list);
  const width = widthOf(shown.map(({ number }) => number));
  const lines = shown.map(({ name, number }) => `${number.padStart(width)}  ${name}`);
  return [heading(words[list.dimension]), ...(lines.length === 0 ? [words.none] : lines)];
}

function widthOf(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(columnsOf));
}

function padEnd(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - columnsOf(text)));
}

function padStart(text: string, columns: number): string {
  return " ".repeat(Math.max(0, columns - columnsOf(text))) + text;
}

/** Returns the columns that a text takes: Chinese and Japanese characters two each, marks none. */
function columnsOf(text: string): number {
  const seen = text.replaceAll(/[\p{M}\p{Cf}]/gu, "");
  return seen.length + (seen.match(/[\u3000-\u9fff\uff00-\uff60]/g)?.length ?? 0);
}
