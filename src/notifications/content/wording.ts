import { directionOf, type Language } from "../../base/languages.ts";
import { completed, type Partly } from "../../base/partly.ts";
import { countryNames } from "../../counting/code-names.ts";
import type { SummaryNumbers } from "../../model/summary.ts";
import type { EmailReport, ReportList } from "./email-report.ts";
import type { Span } from "./email-report-period.ts";
import { createMailTools, type MailTools } from "./mail-tools.ts";
import { type MailWords, mailWords } from "./words/en.ts";

/** Characters of a value in a mail. Longer values would break lines. */
const valueLengthMax = 60;
/** Characters of a text in a mail: those of an annotation. */
const textLengthMax = 200;

/** All that a mail is written with in a language. */
export interface Wording {
  readonly language: Language;
  readonly direction: "ltr" | "rtl";
  readonly words: MailWords;
  readonly tools: MailTools;
}

/** The compiled texts of a language. */
interface Translation {
  readonly mailWords: (tools: MailTools) => Partly<MailWords>;
}

export async function wordingOf(language: Language): Promise<Wording> {
  const tools = createMailTools(language);
  const words = await wordsOf(language, tools);
  return { language, direction: directionOf(language), words, tools };
}

/** Loads the texts of a language with the first mail in it. What it lacks is English. */
async function wordsOf(language: Language, tools: MailTools): Promise<MailWords> {
  const english = mailWords(createMailTools("en"));
  if (language === "en") return english;
  const file = (await import(`./words/compiled/${language}.ts`)) as Translation;
  return completed(english, file.mailWords(tools));
}

/** A total with its name, number and change. The change is empty if it is unknown. */
export interface Line {
  readonly name: string;
  readonly number: string;
  readonly change: string;
}

/** Returns the subject, such as `example.com: 1,234 visitors last week (+12 %)`. */
export function subjectOf({ words }: Wording, report: EmailReport, isNewest: boolean): string {
  const { domain, span, numbers, change } = report;
  const days = daysOf(words, span, isNewest);
  return words.report.subject(domain, numbers.visitors, days, change.visitors);
}

/** Returns the days of a report for its subject, such as `last week`. */
export function daysOf(words: MailWords, { period, from }: Span, isNewest: boolean): string {
  if (isNewest) return words.newest[period];
  return words.older[period](from, Number(from.slice(0, 4)), Number(from.slice(5, 7)));
}

export function linesOf({ words, tools }: Wording, { numbers, change }: EmailReport): Line[] {
  const { count, ratio, share } = tools;
  const line = (
    key: keyof SummaryNumbers & keyof MailWords["report"],
    format: (number: number) => string,
  ): Line => {
    const [number, changed] = [numbers[key], change[key]];
    return {
      name: words.report[key],
      number: number === null ? "-" : format(number),
      change: changed === null ? "" : tools.change(changed),
    };
  };
  return [
    line("visitors", count),
    line("visits", count),
    line("pageviews", count),
    line("views_per_visit", ratio),
    line("bounce_rate", share),
    line("visit_duration", (seconds) => durationOf(words, seconds)),
  ];
}

export function footnotesOf({ words }: Wording, report: EmailReport): string[] {
  const { before, timezone, reads } = report;
  return [
    ...(reads === 0 ? [] : [words.report.reads(reads)]),
    words.report.comparedWith(before.from, before.to),
    words.report.timezone(timezone),
  ];
}

/** Returns the goals with their visitors, and the share of all visitors in place of a change. */
export function goalLinesOf(wording: Wording, { goals }: EmailReport): Line[] {
  const { tools } = wording;
  return goals.map(({ name, visitors, rate }) => ({
    name: written(wording, name),
    number: tools.count(visitors),
    change: rate === null ? "" : tools.share(rate),
  }));
}

/** Returns the annotations, each with its day, as in `Mon 16 Nov, 14:05`, and its text. */
export function annotationLinesOf(
  wording: Wording,
  { annotations }: EmailReport,
): { when: string; text: string }[] {
  const { words } = wording;
  return annotations.map(({ date, time, text }) => ({
    when: time === null ? words.shortDay(date) : words.dayAndTime(words.shortDay(date), time),
    text: written(wording, text, textLengthMax),
  }));
}

/** Returns the rows of a list. Countries have their names in the language. */
export function rowsOf(
  wording: Wording,
  { dimension, rows }: ReportList,
): { name: string; number: string }[] {
  const { language, words, tools } = wording;
  const { direct, unknown } = words.report;
  const names = new Intl.DisplayNames(language, { type: "region" });
  const nameOf = (value: string): string => {
    if (dimension === "referrer" && value === "(direct)") return direct;
    if (dimension !== "country") return written(wording, value);
    const code = countryNames().codeByName.get(value);
    if (code === undefined) return value === "(unknown)" ? unknown : printable(value);
    return names.of(code) ?? value;
  };
  return rows.map(({ value, count }) => ({ name: nameOf(value), number: tools.count(count) }));
}

/**
 * Returns what a website or its visitors wrote. A path keeps its slash in front where the mail runs
 * from right to left.
 */
function written({ direction, tools }: Wording, value: string, lengthMax?: number): string {
  const text = printable(value, lengthMax);
  return direction === "rtl" ? tools.isolate(text) : text;
}

/** Returns a value that is safe to show. Invisible characters could hide or reorder others. */
export function printable(value: string, lengthMax = valueLengthMax): string {
  const signs = [...value.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd")];
  return signs.length <= lengthMax ? signs.join("") : `${signs.slice(0, lengthMax - 1).join("")}…`;
}

/** Formats a duration, as in `2 min 5 s`. */
function durationOf({ duration }: MailWords, seconds: number): string {
  const whole = Math.round(seconds);
  const [h, min, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  if (h > 0) return duration.hours(h, min);
  return min > 0 ? duration.minutes(min, s) : duration.seconds(s);
}
