import { locale } from "./language.ts";

/** Formats amounts of money for a locale. */
export type MoneyFormat = (amount: number | null, currency: string) => string;

/** Formats amounts in the language of the page. */
export const formatMoney = createMoneyFormat(locale);

/** Formats amounts for an axis, as in `€1.2K`. */
export const shortMoney = createMoneyFormat(locale, {
  maximumFractionDigits: 1,
  minimumFractionDigits: 0,
  notation: "compact",
});

export function createMoneyFormat(
  locale: string | undefined,
  options: Intl.NumberFormatOptions = {},
): MoneyFormat {
  const formats = new Map<string, Intl.NumberFormat>();
  const formatOf = (currency: string) => {
    const format = formats.get(currency) ?? newFormat(locale, currency, options);
    formats.set(currency, format);
    return format;
  };
  return (amount, currency) => {
    if (amount === null) return "–";
    const format = formatOf(currency);
    const text = format.format(amount);
    return format.resolvedOptions().style === "currency" ? text : `${text} ${currency}`;
  };
}

/** Returns the format of a currency: with its symbol, and with as many digits as are usual. */
function newFormat(
  locale: string | undefined,
  currency: string,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  try {
    return new Intl.NumberFormat(locale, { style: "currency", currency, ...options });
  } catch {
    // The code is not that of a currency, as events may have any.
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 3 });
  }
}
