import type { Format } from "../format.ts";
import { goatCounter } from "./goatcounter.ts";
import { simpleAnalytics } from "./simple-analytics.ts";
import { umami } from "./umami.ts";

/** The formats that an import can have. */
export const formats: readonly Format[] = [umami, simpleAnalytics, goatCounter];
