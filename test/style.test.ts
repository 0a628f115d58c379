import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

const folders = ["bench", "examples", "package", "src", "test"];
const columnsMax = 100;

interface Span {
  readonly start: number;
  readonly end: number;
}

const root = new URL("../", import.meta.url).pathname;
const names = await Promise.all(
  folders.map(async (folder) =>
    (await readdir(join(root, folder), { recursive: true }))
      // Not what is compiled of texts.
      .filter((name) => !name.includes("compiled/"))
      .filter((name) => /\.(?:tsx?|js)$/.test(name))
      .map((name) => join(folder, name)),
  ),
);
const files = await Promise.all(
  names.flat().map(async (name) => ({ name, text: await readFile(join(root, name), "utf8") })),
);

/** Returns the parts that cannot be broken: strings, templates, regular expressions, JSX texts. */
function literalsOf(name: string, text: string): Span[] {
  const spans: Span[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, value: literal, start, end } = value as Record<string, unknown>;
    const isText = type === "TemplateElement" || type === "JSXText";
    const isLiteral = type === "Literal" && (typeof literal === "string" || "regex" in value);
    if (isText || isLiteral) spans.push({ start: Number(start), end: Number(end) });
    else for (const part of Object.values(value)) visit(part);
  };
  visit(parseAst(text, { lang: name.endsWith("x") ? "tsx" : "ts" }));
  return spans;
}

/** Returns the lines that are too long, even without their literals. */
function longLines(name: string, text: string): string[] {
  const long = [...text.matchAll(/^.*$/gm)].filter(([line]) => line.length > columnsMax);
  if (long.length === 0) return [];
  const literals = literalsOf(name, text);
  return long
    .filter(({ 0: line, index }) => {
      const sizes = literals.map(
        ({ start, end }) => Math.min(end, index + line.length) - Math.max(start, index),
      );
      const literal = sizes.filter((size) => size > 0).reduce((sum, size) => sum + size, 0);
      return line.length - literal > columnsMax;
    })
    .map(({ index }) => `${name}:${text.slice(0, index).split("\n").length}`);
}

test("no line is longer than 100 columns, but for literals that cannot be broken", () => {
  expect(files.flatMap(({ name, text }) => longLines(name, text))).toEqual([]);
});

test("a long comment is found, and a long literal is not", () => {
  const long = "x ".repeat(60);
  const lines = [
    `// ${long}`,
    `  /** ${long} */`,
    `const a = "${long}";`,
    `const b = \``,
    `  ${long} \${a}`,
    "`;",
    `const c = /${long}/;`,
    `const d = "" + ${"1 + ".repeat(30)} 1;`,
  ];
  expect(longLines("f.ts", lines.join("\n"))).toEqual(["f.ts:1", "f.ts:2", "f.ts:8"]);
});

test("no docblock begins with a word that leaves its sentence without a subject", () => {
  const wrong = files.flatMap(({ name, text }) =>
    [...text.matchAll(/\/\*\*[\s*]*(?:What|Who|Whom|Of)\b.*/g)].map(([line]) => `${name}: ${line}`),
  );
  expect(wrong).toEqual([]);
});

/** Returns the lines on which a literal is spread into a literal or a call. */
function spreadLiterals(name: string, text: string): string[] {
  const lines: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const { type, argument, start } = value as Record<string, unknown>;
    const spread = (argument as { type?: unknown } | undefined)?.type;
    if (
      type === "SpreadElement" &&
      (spread === "ObjectExpression" || spread === "ArrayExpression")
    ) {
      lines.push(`${name}:${text.slice(0, Number(start)).split("\n").length}`);
    }
    for (const part of Object.values(value)) visit(part);
  };
  visit(parseAst(text, { lang: name.endsWith("x") ? "tsx" : "ts" }));
  return lines;
}

test("no literal is spread into a literal: the formatter decides what shares a line", () => {
  expect(files.flatMap(({ name, text }) => spreadLiterals(name, text))).toEqual([]);
  expect(spreadLiterals("a.ts", "f(...[1]); g({ ...{ a }, ...(b && { c }) });")).toEqual([
    "a.ts:1",
    "a.ts:1",
  ]);
});
