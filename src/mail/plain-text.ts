import type { EmailReport, ReportList } from "./email-report.ts";
import type { ReportLinks } from "./report-links.ts";
import {
  annotationLinesOf,
  footnotesOf,
  formatCount,
  formatDay,
  goalLinesOf,
  headingOf,
  linesOf,
  printable,
  titleOf,
  words,
} from "./wording.ts";

const barColumnsMax = 40;

/** Returns the report as plain text, about 72 columns wide. */
export function textOf(report: EmailReport, { statistics, unsubscribe }: ReportLinks): string {
  const lines = linesOf(report).map(({ name, number, change }) =>
    `${name.padEnd(16)}${number.padStart(12)}${change.padStart(12)}`.trimEnd(),
  );
  const sections = [
    [report.domain, titleOf(report.span)],
    lines,
    [heading(words.visitorsByDay), ...bars(report.days)],
    ...report.lists.map(listSection),
    ...section(words.goals, goalRows(report)),
    ...section(words.annotations, annotationRows(report)),
    [
      ...footnotesOf(report),
      ...(statistics === undefined ? [] : [`${words.statistics}: ${statistics}`]),
      ...(unsubscribe === undefined ? [] : ["", `${words.stop}:`, unsubscribe]),
    ],
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
}

function heading(title: string): string {
  return `${title}\n${"-".repeat(title.length)}`;
}

function bars(days: EmailReport["days"]): string[] {
  const most = Math.max(1, ...days.map(({ visitors }) => visitors));
  return days.map(({ date, visitors }) => {
    const bar = "█".repeat(Math.ceil((visitors / most) * barColumnsMax));
    return `${formatDay(date).padEnd(12)}${formatCount(visitors).padStart(12)}  ${bar}`.trimEnd();
  });
}

/** Returns a heading and its lines; nothing without lines. */
function section(title: string, lines: readonly string[]): string[][] {
  return lines.length === 0 ? [] : [[heading(title), ...lines]];
}

function goalRows(report: EmailReport): string[] {
  const lines = goalLinesOf(report);
  const width = Math.max(0, ...lines.map(({ number }) => number.length));
  return lines.map(({ name, number, change }) => {
    const share = change === "" ? "" : ` (${change})`;
    return `${number.padStart(width)}  ${name}${share}`;
  });
}

function annotationRows(report: EmailReport): string[] {
  return annotationLinesOf(report).map(({ when, text }) => `${when}: ${text}`);
}

function listSection(list: ReportList): string[] {
  const shown = list.rows.map(({ value, count }) => ({
    name: printable(value),
    number: formatCount(count),
  }));
  const width = Math.max(0, ...shown.map(({ number }) => number.length));
  const lines = shown.map(({ name, number }) => `${number.padStart(width)}  ${name}`);
  return [heading(headingOf(list)), ...(lines.length === 0 ? [words.none] : lines)];
}
