import type { QueryLimits } from "../store/database.ts";

/** `light` answers in a few milliseconds, from few rows; `heavy` reads many events. */
export type Weight = "heavy" | "light";

/** Lets a question have its turn among those of its weight, with the limits that it has to keep. */
export type Ask = <T>(weight: Weight, question: (limits: QueryLimits) => Promise<T>) => Promise<T>;
