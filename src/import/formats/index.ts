import type { Format } from "../format.ts";
import { footfall } from "./footfall.ts";
import { plausible } from "./plausible.ts";

/** Every format, in the order in which files are compared with them. */
export const formats: readonly Format[] = [plausible, footfall];
