import type { Format } from "../format.ts";
import { plausible } from "./plausible.ts";

/** The formats that an import can have. */
export const formats: readonly Format[] = [plausible];
