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

/** The readers by what stands for them in a User-Agent, in lower case. */
const readersByMark: ReadonlyMap<string, Reader> = new Map(
  Object.entries(readers).flatMap(([purpose, operators]) =>
    Object.entries(operators).flatMap(([operator, entries]) =>
      entries.split(", ").map((entry): [string, Reader] => {
        const [name = "", mark = name] = entry.split("=");
        return [mark.toLowerCase(), { name, operator, purpose: purpose as Purpose }];
      }),
    ),
  ),
);

/** The names of all readers in the list. */
export const listedNames: ReadonlySet<string> = new Set(
  [...readersByMark.values()].map(({ name }) => name),
);

/** For the first word of marks, all of them, the longest first: `Googlebot-Image`, `Googlebot`. */
const patterns = new Map<string, RegExp>();
for (const mark of [...readersByMark.keys()].sort((a, b) => a.length - b.length)) {
  const [word = ""] = /^[a-z\d]+/.exec(mark) ?? [];
  const written = mark.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const shorter = patterns.get(word)?.source ?? "(?!)";
  patterns.set(
    word,
    new RegExp(`${written}${mark.endsWith("/") ? "" : "(?![a-z])"}|${shorter}`, "y"),
  );
}

/**
 * A word that can begin a mark. The rest of a name is no beginning, nor is a part of an address:
 * the page that a crawler links to may name another product. Nor is the name of a crawler that the
 * program only resembles: `like Googlebot`, `compatible with Googlebot`.
 */
const words = /(?<![\w./@-]|like |with )[a-z\d]+/g;

/**
 * Returns the reader of the list that a User-Agent names; undefined if it names none. The first
 * name counts. Many crawlers name the library that they are made with as well, so a tool is the
 * reader only of what names nothing else.
 */
export function findReader(userAgent: string): Reader | undefined {
  const agent = userAgent.toLowerCase();
  let tool: Reader | undefined;
  for (const { 0: word, index } of agent.matchAll(words)) {
    const pattern = patterns.get(word);
    if (pattern === undefined) continue;
    pattern.lastIndex = index;
    const reader = readersByMark.get(pattern.exec(agent)?.[0] ?? "");
    if (reader === undefined) continue;
    if (reader.purpose !== "tool") return reader;
    tool ??= reader;
  }
  return tool;
}
