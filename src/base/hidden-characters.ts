/**
 * The characters, for a class of a regular expression, that break a line, show nothing, or change
 * the direction of text. With them, a name could look like another one, or like two.
 */
export const hiddenCharacters = "\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069";

const hidden = new RegExp(`[${hiddenCharacters}]`);
const everyHidden = new RegExp(hidden, "g");
const lineEndsAndTabs = /[\t\r\n]/g;

export function hasHiddenCharacters(text: string): boolean {
  return hidden.test(text);
}

/** Returns whether a text of several lines has such characters, line ends and tabs aside. */
export function hasHiddenInLines(text: string): boolean {
  return hasHiddenCharacters(text.replaceAll(lineEndsAndTabs, ""));
}

export function withoutHiddenCharacters(text: string): string {
  return text.replaceAll(everyHidden, "");
}
