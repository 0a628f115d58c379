import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../", import.meta.url);
const folders = ["docs", "examples", "package", "src"];

/**
 * The package `footfall` of npm is somebody else's (docs/decisions/0006-package-names.md): these
 * are the ways to fetch it, or to import it.
 */
const strangers = new RegExp(
  [
    /\b(?:npx|bunx|(?:pnpm|yarn) dlx|(?:npm|pnpm|yarn|bun) (?:i|install|add|x|exec|create))\b[^\n`&|;]*?\sfootfall(?![-\w./])/,
    /["'`]footfall\/\w/,
    /\b(?:from|import|require\() ?["']footfall["']/,
    /"footfall": ?"[\^~\d]/,
    /node_modules\/footfall\b(?!-)/,
    /\bnpm\/footfall\b(?!-)|npmjs\.com\/package\/footfall\b(?!-)/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "g",
);

/** Returns where a text names the stranger's package, by file and line. */
function findings(file: string, text: string): string[] {
  return [...text.matchAll(strangers)].map(({ 0: found, index }) => {
    const line = text.slice(0, index).split("\n").length;
    return `${file}:${line}: ${found}`;
  });
}

/** Returns the texts that people read: documentation, examples, recipes, and all of the program. */
function textFiles(): string[] {
  const beside = readdirSync(root).filter((name) => /\.(?:md|ya?ml)$|^Dockerfile/.test(name));
  const inside = folders.flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.(?:png|mmdb)$/.test(entry.name))
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.pathname.length)),
  );
  return [...beside, ...inside];
}

test("nothing fetches or imports the stranger's package", () => {
  const files = textFiles();
  expect(files).toEqual(
    expect.arrayContaining(["README.md", "docs/tracker.md", "src/commands/cli.ts"]),
  );
  const found = files.flatMap((file) => findings(file, readFileSync(new URL(file, root), "utf8")));

  expect(found).toEqual([]);
});

test.each([
  "npx footfall --version",
  "npx --yes footfall@latest import",
  "npm i footfall",
  "npm install --global footfall",
  "npm install footfall@0.1.0",
  "npm exec footfall",
  "pnpm add footfall",
  'import { init } from "footfall/tracker";',
  "const { init } = require('footfall/tracker');",
  'import "footfall"',
  '  "dependencies": { "footfall": "^0.1.0" }',
  "du -sh node_modules/footfall",
  "https://cdn.jsdelivr.net/npm/footfall",
])("%s is found, with its line", (text) => {
  expect(findings("docs/x.md", `one\n${text}\n`)).toEqual([
    expect.stringMatching(/^docs\/x\.md:2: /),
  ]);
});

test.each([
  "npm install --global --prefix /opt/footfall-0.1.0 ./footfall-analytics-server-0.1.0.tgz",
  'import { init } from "@footfall-analytics/tracker";',
  "npm ci && npm start, or `footfall import`",
  "/opt/footfall/lib/node_modules/@footfall-analytics/server/package/footfall.service",
  "as in a checkout: npm run import, or footfall import",
  'partytown = { forward: ["footfall"] }',
])("%s is ours", (text) => {
  expect(findings("docs/x.md", text)).toEqual([]);
});
