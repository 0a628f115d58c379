import type { Format } from "../format.ts";
import { fathom } from "./fathom.ts";
import { footfall } from "./footfall.ts";
import { ga4 } from "./ga4.ts";
import { ga4Csv } from "./ga4-csv.ts";
import { goatCounter } from "./goatcounter.ts";
import { matomo } from "./matomo.ts";
import { plausible } from "./plausible.ts";
import { simpleAnalytics } from "./simple-analytics.ts";
import { umami } from "./umami.ts";

/** Every format, in the order in which files are compared with them. */
export const formats: readonly Format[] = [
  plausible,
  footfall,
  umami,
  simpleAnalytics,
  goatCounter,
  matomo,
  ga4,
  ga4Csv,
  fathom,
];
