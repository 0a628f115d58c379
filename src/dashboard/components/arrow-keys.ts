import { directionOf } from "../../base/languages.ts";
import { language } from "../words/language.ts";

const keys = ["ArrowRight", "ArrowLeft"] as const;

/** The arrow keys that go on and back in a row, as the page is read. */
export const [onKey, backKey] = directionOf(language) === "rtl" ? keys.toReversed() : keys;
