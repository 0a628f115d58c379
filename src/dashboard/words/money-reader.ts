import { locale } from "./language.ts";
import { createMoneyFormat } from "./money.ts";

/** Formats amounts in the language of the page. */
export const formatMoney = createMoneyFormat(locale);
