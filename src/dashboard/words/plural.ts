import { createTools } from "../../base/sentence-tools.ts";

/** English has these forms, and needs both. */
type Forms = Readonly<Record<"one" | "other", string>>;

/** Returns the English form that belongs to a number: `one` to 1, and `other` to the rest. */
export const plural: (count: number, forms: Forms) => string = createTools("en").plural;
