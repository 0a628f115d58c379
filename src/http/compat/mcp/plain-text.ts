/** Limit of a text that visitors sent: longer ones are cut, so that they cannot hold a lesson. */
const charactersMax = 200;
/** Control characters, and those that change the direction of text or show nothing. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

/** Returns the value with every text in it, however deep, without hidden characters, and cut. */
export function plainText(value: unknown): unknown {
  if (typeof value === "string") {
    const text = value.replace(hidden, "");
    return text.length <= charactersMax ? text : `${text.slice(0, charactersMax)}…`;
  }
  if (Array.isArray(value)) return value.map(plainText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, plainText(part)]));
}
