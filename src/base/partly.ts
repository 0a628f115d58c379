/** A table of texts, of which some may be missing. */
export type Partly<T> = T extends string
  ? string
  : T extends (...parts: infer Parts) => string
    ? (...parts: Parts) => string
    : { readonly [Key in keyof T]?: Partly<T[Key]> | undefined };

/** Returns a table with the English text wherever the translation has none. */
export function completed<T>(english: T, translation: Partly<T> | undefined): T {
  if (translation === undefined) return english;
  if (typeof english !== "object" || english === null) return translation as T;
  const texts = translation as Readonly<Record<string, Partly<unknown>>>;
  const all = Object.entries(english).map(([key, text]) => [key, completed(text, texts[key])]);
  const table = Object.fromEntries(all) as T;
  return Array.isArray(english) ? (Object.values(table as object) as T) : table;
}
