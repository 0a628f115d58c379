/*
 * Sentences that people see in the dashboard come from tables: code → English sentence, with parts
 * in braces. The API, the log and commands have the sentence. The dashboard finds the code again,
 * and says it in the reader's language. So what was stored is read, too, and nothing has two texts.
 */

declare const said: unique symbol;

/** A sentence of a table with these codes. Another text has a wrong type. */
export type Said<Code extends string> = string & { readonly [said]: Code };

type PartNames<Sentence> = Sentence extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PartNames<Rest>
  : never;

/** The parts that were put into a sentence, as they stand in it. */
export type PartsOf<Sentence> = Readonly<Record<PartNames<Sentence>, string>>;

/** The parts to put in. A part `why` is a sentence of the table of reasons. */
type GivenParts<Sentence, Reason extends string> = Readonly<{
  [Name in PartNames<Sentence>]: Name extends "why" ? Said<Reason> : string | number;
}>;

/** The words of a language for each sentence of a table. */
export type SentenceWords<Sentences> = {
  readonly [Code in keyof Sentences]: string | ((parts: PartsOf<Sentences[Code]>) => string);
};

/** A sentence that was found again. */
export interface Found<Code extends string = string> {
  readonly code: Code;
  readonly parts: Readonly<Record<string, string>>;
}

export interface SentenceTable<
  Sentences extends Readonly<Record<string, string>>,
  Reason extends string = never,
> {
  readonly sentences: Sentences;
  readonly codes: readonly (keyof Sentences & string)[];
  /** Returns the sentence of a code. Numbers are written with commas. */
  readonly say: <Code extends keyof Sentences & string>(
    code: Code,
    ...parts: [PartNames<Sentences[Code]>] extends [never]
      ? []
      : [GivenParts<Sentences[Code], Reason>]
  ) => Said<keyof Sentences & string>;
  /** Returns the code of a sentence and what was put in; undefined if it has none. */
  readonly read: (sentence: string) => Found<keyof Sentences & string> | undefined;
  /** A regular expression without groups that matches each sentence. */
  readonly pattern: string;
}

/**
 * Makes a table. No sentence of it may be read as another one: the first that fits is the one, so
 * those with more fixed words come first.
 */
export function sentenceTable<
  const Sentences extends Readonly<Record<string, string>>,
  Reason extends string = never,
>(
  sentences: Sentences,
  reasons?: { readonly codes: readonly Reason[]; readonly pattern: string },
): SentenceTable<Sentences, Reason> {
  const codes = Object.keys(sentences) as (keyof Sentences & string)[];
  const sourceOf = (code: keyof Sentences & string, groupOf: (name: string) => string) =>
    (sentences[code] ?? "")
      .replace(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replace(partPattern, (_all, name: string) => groupOf(name));
  const groupOf = (name: string) => `(?<${name}>${(name === "why" && reasons?.pattern) || ".*?"})`;
  return {
    sentences,
    codes,
    say(code, ...given) {
      const [parts = {}] = given as readonly Readonly<Record<string, string | number>>[];
      const sentence = (sentences[code] ?? "").replace(partPattern, (_all, name: string) =>
        (parts[name] ?? "").toLocaleString("en"),
      );
      return sentence as Said<keyof Sentences & string>;
    },
    read(sentence) {
      for (const code of codes) {
        const found = new RegExp(`^${sourceOf(code, groupOf)}$`, "s").exec(sentence);
        if (found !== null) return { code, parts: found.groups ?? {} };
      }
      return undefined;
    },
    pattern: codes.map((code) => sourceOf(code, () => ".*?")).join("|"),
  };
}

const partPattern = /\{(\w+)\}/g;
