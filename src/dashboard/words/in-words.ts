import { errorCodes, Problem } from "../../base/errors.ts";
import { fieldErrors } from "../../base/field-errors.ts";
import type { Found } from "../../base/sentence-table.ts";
import { deliveryProblems } from "../../model/delivery-problems.ts";
import { fileProblems, importProblems } from "../../model/import-problems.ts";
import { failureWords } from "./failures.ts";
import { fieldErrorWords } from "./field-errors.ts";
import { locale } from "./language.ts";
import { problemsWords } from "./problems.ts";

/** Parts that are numbers. */
const numberNames = new Set(["min", "max", "broken", "rows", "lines"]);
const numbers = new Intl.NumberFormat(locale);

/** A table of the server's sentences, and the reader's words for them. */
type Area = readonly [
  { readonly read: (sentence: string) => Found | undefined },
  Readonly<Record<string, unknown>>,
];

const files: Area = [fileProblems, problemsWords.files];
/** No sentence of one may be read as one of another. */
const areas: readonly Area[] = [
  [fieldErrors, fieldErrorWords],
  [deliveryProblems, problemsWords.deliveries],
  [importProblems, problemsWords.imports],
];

/** Returns why something failed in the reader's words. What others say stays as it is. */
export function problemInWords(problem: string): string {
  for (const area of areas) {
    const text = wordsIn(area, problem);
    if (text !== undefined) return text;
  }
  // A report that cannot be read is not sent.
  const code = errorCodes.find((each) => new Problem(each).message === problem);
  return failureWords.byCode[code as keyof typeof failureWords.byCode] ?? problem;
}

/** Returns the errors of fields, by their names, in the words of a form. */
export function errorsInWords(
  errors: Readonly<Record<string, readonly string[]>>,
): Record<string, string[]> {
  const fields = Object.entries(errors);
  return Object.fromEntries(fields.map(([name, some]) => [name, some.map(errorInWords)]));
}

/** Returns a server's sentence about a field in the words of a form. */
export function errorInWords(error: string): string {
  const text = problemInWords(error);
  return text === error ? asSentence(error) : text;
}

function wordsIn([table, words]: Area, sentence: string): string | undefined {
  const found = table.read(sentence);
  if (found === undefined) return undefined;
  const text = words[found.code] as string | ((parts: Found["parts"]) => string);
  if (typeof text === "string") return text;
  const parts = Object.entries(found.parts).map(([name, part]) => [name, partText(name, part)]);
  return text(Object.fromEntries(parts));
}

function partText(name: string, part: string): string {
  if (name === "why") return wordsIn(files, part) ?? part;
  const number = Number(part.replaceAll(",", ""));
  return numberNames.has(name) && !Number.isNaN(number) ? numbers.format(number) : part;
}

/** Errors without a subject, "must be …", get a capital letter. A file's name stays as it is. */
function asSentence(error: string): string {
  const text = /^(?:is|must|has|was|cannot|the|there) /.test(error)
    ? `${error.charAt(0).toUpperCase()}${error.slice(1)}`
    : error;
  return `${text}.`;
}
