import type { ImportsMeta } from "../../model/imports-meta.ts";
import { cards } from "../address/cards.ts";
import { isDimension, wordsOf } from "../address/dimension-words.ts";
import type { Format } from "../words/format.ts";
import { importedDaysWords as words } from "../words/imported-days.ts";

/** Returns sentences on days that were imported as totals. */
export function importsSentence(format: Format, { days, sums, missing }: ImportsMeta): string {
  return [
    words.days(days, format.count(days)),
    ...(sums.length > 0 ? [words.sums(format.list(cardsOf(sums), "and"))] : []),
    ...(missing.length > 0 ? [words.missing(wordsFor(missing))] : []),
  ].join(" ");
}

/** Returns the titles of the cards that show some of these names, and the names of no card. */
function cardsOf(names: readonly string[]): string[] {
  const shown = cards.filter(({ tabs }) => tabs.some((tab) => names.includes(tab)));
  return [...shown.map(({ title }) => title), ...namesOfNoCard(names)];
}

/** Returns the words for names, in the order of the cards. A title stands for a whole card. */
function wordsFor(names: readonly string[]): string[] {
  const found = cards.flatMap(({ title, tabs }) => {
    const own = tabs.filter((tab) => names.includes(tab));
    return own.length === tabs.length ? [title] : own.map((tab) => wordsOf(tab).many);
  });
  return [...found, ...namesOfNoCard(names)];
}

function namesOfNoCard(names: readonly string[]): string[] {
  return names.filter((name) => !isDimension(name)).map(nameOf);
}

function nameOf(name: string): string {
  return name === "props" ? words.properties : `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}
