import { invalid } from "../../../base/errors.ts";
import { escapeValue, type Word, words } from "./words.ts";

/** An operator before a value. A value that begins like one is written behind `eq.`. */
const written = /^(eq|neq|s|ns|c|dnc|re|nre|t|f|gt|lt|gte|lte|bf|af)\.(.*)$/s;
const regionCode = /^[A-Z]{2}-[A-Z0-9]{1,3}$/;

/** Returns the dimension by which a parameter filters; a number behind the name repeats it. */
export function filterWordOf(parameter: string): Word | undefined {
  const word = words.get(parameter.replace(/\d{1,4}$/, ""));
  return word?.isTypeOnly === true ? undefined : word;
}

/**
 * Returns the API's filters, each as a name and a value. Throws `Problem` VALIDATION for what these
 * cannot say.
 */
export function readFilters(query: ReadonlyMap<string, string>): [string, string][] {
  const positives = new Set<string>();
  return [...query].flatMap(([parameter, text]) => {
    const word = filterWordOf(parameter);
    if (word === undefined) return [];
    const refuse = (why: string) => invalid({ [parameter]: [why] });
    const values = readValues(text, word, refuse);
    // The API's values of one name are alternatives, and Umami's repeated filters are not.
    if (values.some((value) => !value.startsWith("!"))) {
      if (positives.has(word.name)) throw refuse("cannot hold beside another filter of its name");
      positives.add(word.name);
    }
    return values.map((value): [string, string] => [word.name, value]);
  });
}

type Refuse = (why: string) => Error;

function readValues(text: string, word: Word, refuse: Refuse): readonly string[] {
  const [, operator = "eq", value = text] = written.exec(text) ?? [];
  const not = (values: readonly string[]) => values.map((each) => `!${each}`);
  const none = word.none === undefined ? undefined : escapeValue(word.none);
  if (operator === "s") return [none === undefined ? "*" : `!${none}`];
  if (operator === "ns") return [none ?? "!*"];
  if (value === "") throw refuse("must not be empty");
  // The name of a place has commas.
  const list = word.isPlace ? [value] : value.split(",");
  if (operator === "eq") return list.map((each) => exactly(each, word, refuse));
  if (operator === "neq") return not(list.map((each) => exactly(each, word, refuse)));
  if (operator === "c") return containing(value, word, refuse);
  if (operator === "dnc") return not(containing(value, word, refuse));
  throw refuse(`cannot be compared by ${operator}. (a value that begins so needs eq. before it)`);
}

/** Returns the filter value that means this text. A place without its country is it anywhere. */
function exactly(text: string, word: Word, refuse: Refuse): string {
  const isPart = word.isPlace && !/, [A-Z]{2}$/.test(text) && text !== word.none;
  const value = word.codes === undefined ? text : word.codes.read(text);
  const isRefused = text === "" || (isPart && (text.includes(",") || regionCode.test(text)));
  if (value === undefined || isRefused) throw refuse(noSuchValue(text));
  return isPart ? `${escapeValue(text)}, *` : escapeValue(value);
}

function containing(text: string, word: Word, refuse: Refuse): readonly string[] {
  const values = word.codes === undefined ? [`~${escapeValue(text)}`] : word.codes.containing(text);
  if (values === undefined) throw refuse(noSuchValue(text));
  return values;
}

function noSuchValue(text: string): string {
  return `is "${text}", which is no value that Footfall tells apart`;
}
