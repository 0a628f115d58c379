import { createMoneyFormat } from "./money.ts";

/** Formats amounts for the locale of this browser. */
export const formatMoney = createMoneyFormat(navigator.language);
