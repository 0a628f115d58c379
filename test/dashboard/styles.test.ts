import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const root = new URL("../../src/dashboard/", import.meta.url).pathname;
/** The folder of the styles that all others may use. */
const global = "styles";

interface Source {
  /** The folder below the dashboard's, such as `reports`. */
  readonly folder: string;
  readonly name: string;
  readonly text: string;
}

const names = (await readdir(root, { recursive: true })).filter((name) =>
  /\.(?:css|tsx)$/.test(name),
);
const sources: readonly Source[] = await Promise.all(
  names.map(async (name) => ({
    folder: dirname(name).split("/")[0] ?? "",
    name,
    text: await readFile(join(root, name), "utf8"),
  })),
);

/** Returns the classes that a style sheet names. */
function classesOfStyle(text: string): Set<string> {
  const rules = text.replaceAll(/\/\*.*?\*\/|"[^"]*"/gs, "");
  return new Set([...rules.matchAll(/\.([a-z][\w-]*)/g)].map(([, name = ""]) => name));
}

/** Returns the classes that a component names: the words of all texts behind `class`. */
function classesOfComponent(text: string): Set<string> {
  const found = new Set<string>();
  for (const { 0: start, index } of text.matchAll(/\bclass(?:=\{|=|: )/g)) {
    const from = index + start.length;
    const end = start.endsWith("{") ? closing(text, from) : text.indexOf("\n", from);
    const value = text.slice(from, end).replaceAll(/\$\{[^}]*\}/g, " ");
    const texts = start.endsWith("{")
      ? value.matchAll(/["`]([^"`]*)["`]/g)
      : value.matchAll(/^["`]([^"`]*)["`]/g);
    for (const [, words = ""] of texts) {
      for (const word of words.split(/\s+/)) if (word !== "") found.add(word);
    }
  }
  return found;
}

/** Returns the place of the brace that closes the one before a place. */
function closing(text: string, from: number): number {
  let depth = 1;
  for (let place = from; place < text.length; place += 1) {
    if (text[place] === "{") depth += 1;
    if (text[place] === "}") depth -= 1;
    if (depth === 0) return place;
  }
  return text.length;
}

/** Returns each class that a style beside components shares with another folder. */
function sharedClasses(all: readonly Source[]): string[] {
  const styles = all.filter(({ name }) => name.endsWith(".css"));
  const globals = new Set(
    styles
      .filter(({ folder }) => folder === global)
      .flatMap(({ text }) => [...classesOfStyle(text)]),
  );
  const users = new Map<string, Set<string>>();
  for (const { folder, name, text } of all) {
    const used = name.endsWith(".css") ? classesOfStyle(text) : classesOfComponent(text);
    for (const each of used) users.set(each, (users.get(each) ?? new Set()).add(folder));
  }
  return styles
    .filter(({ folder }) => folder !== global)
    .flatMap(({ folder, name, text }) =>
      [...classesOfStyle(text)]
        .filter((each) => !globals.has(each))
        .filter((each) => [...(users.get(each) ?? [])].some((other) => other !== folder))
        .map((each) => `${name}: .${each}`),
    );
}

test("no class of a style beside components is used by another folder", () => {
  expect(sharedClasses(sources)).toEqual([]);
});

test("a class that two folders use is found, unless it is global", () => {
  const source = (name: string, text: string) => ({ folder: dirname(name), name, text });
  const own = source("a/own.css", ".card .button { color: red } /* .other */ .tile { }");
  expect(
    sharedClasses([
      own,
      source("styles/base.css", ".button { }"),
      source("a/view.tsx", '<p class="card">'),
      source("b/view.tsx", '<p class={isOn ? "button tile" : `card-$' + "{name}`}>"),
    ]),
  ).toEqual(["a/own.css: .tile"]);
});
