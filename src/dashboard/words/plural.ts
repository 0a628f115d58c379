import { createTools } from "../../base/sentence-tools.ts";

/** Returns the English form that belongs to a number: `one` to 1, and `other` to the rest. */
export const { plural } = createTools<"en">("en");
