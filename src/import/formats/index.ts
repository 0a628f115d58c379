import type { Format } from "../format.ts";
import { footfall } from "./footfall.ts";

/** Every format, in the order in which files are compared with them. */
export const formats: readonly Format[] = [footfall];
