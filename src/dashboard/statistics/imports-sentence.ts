import type { ImportsMeta } from "../../model/imports-meta.ts";
import { cards } from "../address/cards.ts";
import { isDimension, wordsOf } from "../address/dimension-words.ts";
import type { Format } from "../words/format.ts";

/** Returns a sentence on days that were imported as totals. */
export function importsSentence(format: Format, { days, sums, missing }: ImportsMeta): string {
  const count = days === 1 ? "1 day was" : `${format.count(days)} days were`;
  const clauses = [
    ...(sums.length > 0
      ? [`visitors of ${format.list(cardsOf(sums), "and")} may count more than once`]
      : []),
    ...(missing.length > 0 ? [`no ${format.list(wordsFor(missing), "or")}`] : []),
  ];
  const more = clauses.length === 0 ? "" : `: ${clauses.join("; ")}`;
  return `${count} imported as totals${more}.`;
}

/** Returns the titles of the cards that show some of these names, and the names of no card. */
function cardsOf(names: readonly string[]): string[] {
  const shown = cards.filter(({ tabs }) => tabs.some((tab) => names.includes(tab)));
  return [...shown.map(({ title }) => title), ...namesOfNoCard(names)];
}

/** Returns the words for names, in the order of the cards. A title stands for a whole card. */
function wordsFor(names: readonly string[]): string[] {
  const words = cards.flatMap(({ title, tabs }) => {
    const found = tabs.filter((tab) => names.includes(tab));
    return found.length === tabs.length ? [title] : found.map((tab) => wordsOf(tab).many);
  });
  return [...words, ...namesOfNoCard(names)];
}

function namesOfNoCard(names: readonly string[]): string[] {
  return names.filter((name) => !isDimension(name)).map(nameOf);
}

function nameOf(name: string): string {
  return name === "props" ? "Properties" : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
