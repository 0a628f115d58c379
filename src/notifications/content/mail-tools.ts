import type { Language } from "../../base/languages.ts";
import { createTools, type Tools } from "../../base/sentence-tools.ts";

/** The functions with which the sentences of mails are made. Days are `YYYY-MM-DD`. */
export interface MailTools extends Tools {
  /** Formats a number with as many as three decimal places. */
  decimal(value: number): string;
  /** Formats a number with two decimal places. */
  ratio(value: number): string;
  /** Formats a share as a percentage with one decimal place. */
  share(share: number): string;
  /** Formats a relative change, as in `+12 %`. */
  change(change: number): string;
  /** As in `16 November 2026`. */
  date(day: string): string;
  /** As in `16 Nov`. */
  shortDate(day: string): string;
  /** As in `November 2026`. */
  month(day: string): string;
  /** As in `Monday`. */
  weekday(day: string): string;
  /** As in `Mon`. */
  shortWeekday(day: string): string;
}

export function createMailTools(language: Language): MailTools {
  // The English of Footfall is British. Digits are 0 to 9 in each language.
  const locale = new Intl.Locale(language === "en" ? "en-GB" : language, {
    numberingSystem: "latn",
  }).toString();
  const number = (options: Intl.NumberFormatOptions) => {
    const format = new Intl.NumberFormat(locale, options);
    return (value: number) => format.format(value);
  };
  const percent = (options: Intl.NumberFormatOptions) => {
    const format = number({ style: "percent", ...options });
    // English mails have always had a space there.
    return (share: number) =>
      language === "en" ? format(share).replace("%", " %") : format(share);
  };
  const day = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone: "UTC", ...options });
    return (date: string) => format.format(Date.parse(date));
  };
  const longDay = day({ day: "numeric", month: "long", year: "numeric" });
  return {
    ...createTools(locale),
    decimal: number({ maximumFractionDigits: 3 }),
    ratio: number({ minimumFractionDigits: 2, maximumFractionDigits: 2 }),
    share: percent({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    change: percent({ maximumFractionDigits: 0, signDisplay: "exceptZero" }),
    date: (date) => {
      const text = longDay(date);
      // French has an ordinal for the first day alone.
      return language === "fr" ? text.replace(/^1(?=\s)/, "1er") : text;
    },
    shortDate: day({ day: "numeric", month: "short" }),
    month: day({ month: "long", year: "numeric" }),
    weekday: day({ weekday: "long" }),
    shortWeekday: day({ weekday: "short" }),
  };
}
