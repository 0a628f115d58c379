/** The worth of a word of the search, by where it is in a text. */
const worth = { start: 4, wordStart: 3, inside: 2, scattered: 1 };

/**
 * Returns how well a text matches a search; undefined if it does not. Each word of the search must
 * be in it, in any order: whole, or letter by letter with others between. Case and accents do not
 * matter. The first letter of a scattered word must begin a word, as more would match anything.
 */
export function scoreOf(text: string, search: string): number | undefined {
  const folded = fold(text);
  let score = 0;
  for (const word of fold(search).split(/\s+/)) {
    const found = word === "" ? 0 : worthOf(folded, word);
    if (found === undefined) return undefined;
    score += found;
  }
  return score;
}

function worthOf(text: string, word: string): number | undefined {
  if (text.startsWith(word)) return worth.start;
  const starts = [...text.matchAll(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu)].map(({ index }) => index);
  if (starts.some((start) => text.startsWith(word, start))) return worth.wordStart;
  if (text.includes(word)) return worth.inside;
  return starts.some((start) => isScattered(text.slice(start), word)) ? worth.scattered : undefined;
}

/** Returns whether a text begins with the first letter of a word, and has the others in order. */
function isScattered(text: string, word: string): boolean {
  if (text[0] !== word[0]) return false;
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();
}
