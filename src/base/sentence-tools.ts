/** A text for each form that a number has in a language. Forms that are left out are `other`. */
type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** The functions with which the sentences of a language are made. */
export interface Tools {
  /** Returns the form that belongs to a number. */
  plural(count: number, forms: Forms): string;
  /** Formats a whole number with all digits. */
  count(value: number): string;
  /** Formats a share from 0 to 1 as a whole percentage. */
  percent(share: number): string;
  /** Formats a number with its decimals, two at most. */
  decimal(value: number): string;
  /** Formats several words, as in `a, b and c`. */
  list(words: readonly string[], last: "and" | "or"): string;
  /** Keeps a name, an address or code in one piece where the sentence runs the other way. */
  isolate(text: string): string;
}

export function createTools(locale: string | undefined): Tools {
  const rules = new Intl.PluralRules(locale);
  const counts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const percents = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 0 });
  const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 2 });
  // The English texts of the dashboard are British, without a comma before the last word.
  const listLocale = locale === undefined || locale.startsWith("en") ? "en-GB" : locale;
  const lists = {
    and: new Intl.ListFormat(listLocale),
    or: new Intl.ListFormat(listLocale, { type: "disjunction" }),
  };
  return {
    plural: (count, forms) => forms[rules.select(count)] ?? forms.other,
    count: (value) => counts.format(value),
    percent: (share) => percents.format(share),
    decimal: (value) => decimals.format(value),
    list: (words, last) => lists[last].format(words),
    isolate: (text) => `\u2068${text}\u2069`,
  };
}
