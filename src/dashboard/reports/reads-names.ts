import type { Purpose, ReadFilterName } from "../../model/choices.ts";
import { readsWords as words } from "../words/reads.ts";

/*
 * The lists of `model/choices.ts`, as the words have them in the same order. That file is part of
 * the page's own script, which should not have lists that no first view needs.
 */
export const purposes = Object.keys(words.values.purpose) as readonly Purpose[];
export const readFilters = Object.keys(words.one) as readonly ReadFilterName[];
