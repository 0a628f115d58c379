import type { Purpose } from "../model/choices.ts";
import { readers } from "./readers.ts";

/** A program that reads websites. */
export interface Reader {
  /** The name under which it is known: `GPTBot`. */
  readonly name: string;
  /** The company that runs it; "" for tools, which everybody runs, and where it is not known. */
  readonly operator: string;
  readonly purpose: Purpose;
}

/** The names that the list has not: of programs that give none, and of those beyond a limit. */
export const unnamedReader: Reader = { name: "(unnamed)", operator: "", purpose: "other" };
export const otherReader: Reader = { name: "(other)", operator: "", purpose: "other" };

const listed: readonly (Reader & { readonly mark: string })[] = Object.entries(readers).flatMap(
  ([purpose, operators]) =>
    Object.entries(operators).flatMap(([operator, entries]) =>
      entries.split(" ").map((entry) => {
        const [name = "", mark = name] = entry.split("=");
        const shown = { name: name.replaceAll("_", " "), mark: mark.replaceAll("_", " ") };
        return { ...shown, operator, purpose: purpose as Purpose };
      }),
    ),
);

/** Finds marks as whole words, the longest first: `Googlebot-Image` is not `Googlebot`. */
class Marks {
  readonly #readers: ReadonlyMap<string, Reader>;
  readonly #pattern: RegExp;

  constructor(some: typeof listed) {
    const marks = some.map(({ mark }) => mark).sort((a, b) => b.length - a.length);
    const written = marks.map((mark) => mark.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    this.#pattern = new RegExp(`(?<![a-z\\d])(?:${written.join("|")})(?![a-z])`, "i");
    this.#readers = new Map(
      some.map(({ mark, ...reader }) => [mark.toLowerCase(), reader] as const),
    );
  }

  find(userAgent: string): Reader | undefined {
    const mark = this.#pattern.exec(userAgent)?.[0];
    return mark === undefined ? undefined : this.#readers.get(mark.toLowerCase());
  }
}

// Many crawlers name the library that they are made with as well.
const programs = new Marks(listed.filter(({ purpose }) => purpose !== "tool"));
const tools = new Marks(listed.filter(({ purpose }) => purpose === "tool"));

/** The names of all readers in the list. */
export const listedNames: ReadonlySet<string> = new Set(listed.map(({ name }) => name));

/** Returns the reader of the list that a User-Agent names; undefined if it names none. */
export function findReader(userAgent: string): Reader | undefined {
  return programs.find(userAgent) ?? tools.find(userAgent);
}
