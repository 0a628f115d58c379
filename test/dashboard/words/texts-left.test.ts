import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseAst } from "rolldown/parseAst";
import { expect, test } from "vitest";

const root = new URL("../../../src/dashboard/", import.meta.url).pathname;

/** Fields of objects that people read or hear. */
const fields = new Set(["hint", "label", "none", "note", "text", "title"]);
/** Attributes of elements and components that people read or hear. */
const attributes = new Set([...fields, "action", "aria-label", "empty", "placeholder", "search"]);
/** Names that no language translates. */
const exceptions = [
  "Footfall",
  "&nbsp;",
  "example.com",
  "/users/*",
  "/users/:id",
  "ref\nfilter_*",
  "203.0.113.7\n2001:db8::/32",
];

interface Node {
  readonly type?: string;
  readonly [field: string]: unknown;
}

const hasWords = (text: string) => /\p{L}/u.test(text) && !exceptions.includes(text.trim());

/** Returns the texts that an expression can have as its value. */
function valuesOf(node: Node | null): string[] {
  const parts = (...names: readonly string[]) =>
    names.flatMap((name) => valuesOf(node?.[name] as Node | null));
  switch (node?.type) {
    case "Literal":
      return typeof node["value"] === "string" ? [node["value"]] : [];
    case "TemplateLiteral":
      return (node["quasis"] as { value: { raw: string } }[]).map(({ value }) => value.raw);
    case "JSXExpressionContainer":
      return parts("expression");
    case "ConditionalExpression":
      return parts("consequent", "alternate");
    case "LogicalExpression":
    case "BinaryExpression":
      return node["operator"] === "&&" ? parts("right") : parts("left", "right");
    default:
      return [];
  }
}

/** Returns the texts of a file that people read or hear, and that are in no table. */
function textsLeft(source: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const node = value as Node;
    const { type } = node;
    if (type === "JSXText") found.push(String(node["value"]));
    if (type === "JSXAttribute" || type === "Property") {
      const { name, value: key } = (node["name"] ?? node["key"]) as Record<string, unknown>;
      const shown = type === "Property" ? fields : attributes;
      if (shown.has(String(name ?? key))) found.push(...valuesOf(node["value"] as Node));
    }
    if (type === "JSXElement" || type === "JSXFragment") {
      for (const child of node["children"] as Node[]) found.push(...valuesOf(child));
    }
    for (const part of Object.values(node)) visit(part);
  };
  visit(parseAst(source, { lang: "tsx" }));
  return found.filter(hasWords).map((text) => text.trim());
}

const names = (await readdir(root, { recursive: true })).filter((name) => name.endsWith(".tsx"));

test.each(names)("%s has its texts in a table", async (name) => {
  expect(textsLeft(await readFile(join(root, name), "utf8"))).toEqual([]);
});

test("texts are found where people read or hear them, and nowhere else", () => {
  const source = `
    const option = { label: "Label", value: "value" };
    const view = (
      <p class="plain" aria-label={isOn ? "On" : words.off} title={\`Sort by \${name}\`} data-a="a">
        Footfall <b>Bold</b> {count} · {kind === "goal" && "A goal"} {words.text} {text || "None"}
      </p>
    );`;
  expect(textsLeft(source).toSorted()).toEqual(
    ["A goal", "Bold", "Label", "None", "On", "Sort by"].toSorted(),
  );
});
