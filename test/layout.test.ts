import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { edges, files, imports, partOf, src } from "./helpers/source-files.ts";

/** The folders of `src/` that each folder may import. */
const rules: Readonly<Record<string, readonly string[]>> = {
  access: ["model"],
  backup: ["clickhouse", "log"],
  clickhouse: [],
  collect: ["events", "log", "model", "reads", "websites"],
  counting: ["clickhouse", "definitions"],
  dashboard: ["model"],
  definitions: [],
  demo: ["model"],
  events: [],
  http: [
    "access",
    "clickhouse",
    "collect",
    "counting",
    "definitions",
    "import",
    "model",
    "notifications",
    "stats",
    "websites",
  ],
  import: [
    "clickhouse",
    "collect",
    "counting",
    "definitions",
    "events",
    "model",
    "rollups",
    "tables",
    "websites",
  ],
  log: ["events"],
  model: [],
  move: ["clickhouse", "collect", "counting", "rollups", "stats", "websites"],
  notifications: [
    "access",
    "clickhouse",
    "counting",
    "definitions",
    "model",
    "stats",
    "tables",
    "websites",
  ],
  reads: ["model"],
  rollups: ["clickhouse", "collect", "counting", "events"],
  stats: ["clickhouse", "counting", "definitions", "events", "model", "rollups"],
  tables: ["access", "clickhouse", "collect", "definitions", "events", "log", "websites"],
  tracker: [],
  websites: [],
};
/** Every file may import this folder, and it imports nothing but itself. */
const base = "base";
/** These put everything together. */
const compositions = ["commands", "entries", "server"];

function show(some: typeof edges): string[] {
  return some.map(({ from, to }) => `${from} → ${to}`);
}

/** Returns the nodes of a path that ends where it begins; empty if there is none. */
function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const visited = new Set<string>();
  const visit = (node: string, way: readonly string[]): string[] => {
    if (way.includes(node)) return [...way.slice(way.indexOf(node)), node];
    if (visited.has(node)) return [];
    visited.add(node);
    const cycles = (graph.get(node) ?? []).map((next) => visit(next, [...way, node]));
    return cycles.find((cycle) => cycle.length > 0) ?? [];
  };
  return [...graph.keys()].map((node) => visit(node, [])).find((cycle) => cycle.length > 0) ?? [];
}

test("every import that names a file of ours is understood", () => {
  expect(edges.filter(({ to }) => !files.includes(to))).toEqual([]);
  // Another file imports each file, or a process starts with it. The list has the latter. The texts
  // of a language are imported by its code.
  const imported = new Set(edges.map(({ to }) => to));
  const isText = (file: string) => /\/words\/compiled\//.test(file);
  expect(files.filter((file) => !imported.has(file) && !isText(file)).sort()).toEqual([
    "clickhouse/embedded/child.ts",
    "dashboard/main.tsx",
    "dashboard/map/make-shapes.ts",
    "dashboard/styles.d.ts",
    "dashboard/vite.config.ts",
    "entries/import-launcher.ts",
    "entries/import-process.ts",
    "entries/main.ts",
    "entries/vite.config.ts",
    "entries/worker.ts",
    "http/openapi/build.ts",
    "http/pages/build-docs.ts",
    "tracker/build.js",
    "tracker/faces/plausible.ts",
    "tracker/faces/umami.ts",
    "tracker/module.ts",
    "tracker/script.ts",
  ]);
});

test("folders import what the table allows", () => {
  const wrong = edges.filter(({ from, to }) => {
    const [importer, imported] = [partOf(from), partOf(to)];
    const allowed = rules[importer];
    if (importer === imported || imported === base) return false;
    if (allowed === undefined) return importer === base;
    return !allowed.includes(imported);
  });
  expect(show(wrong)).toEqual([]);
});

test("every folder is in the table", () => {
  const folders = files.filter((file) => file.includes("/")).map(partOf);
  const allowed = [base, ...Object.keys(rules), ...compositions];
  expect([...new Set(folders)].sort()).toEqual(allowed.sort());
});

test("only the files of schema/, and the statements of a backup, become SQL as they are", async () => {
  const users = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(src, file), "utf8");
      return /import \{[^}]*\bstatement\b[^}]*\} from "[^"]*\/sql\.ts"/.test(text) ? [file] : [];
    }),
  );
  expect(users.flat().sort()).toEqual(["backup/restore.ts", "clickhouse/migrate.ts"]);
});

test("neither folders nor files import each other in a circle", () => {
  const folders = new Map<string, string[]>();
  for (const { from, to } of edges) {
    if (partOf(from) === partOf(to)) continue;
    folders.set(partOf(from), [...(folders.get(partOf(from)) ?? []), partOf(to)]);
  }
  expect(findCycle(folders)).toEqual([]);
  expect(findCycle(imports)).toEqual([]);
});

test("docs/architecture.md states which folder writes each table", async () => {
  const schema = new URL("../schema/", import.meta.url);
  const made = await Promise.all(
    (await readdir(schema)).map(async (file) => {
      const text = await readFile(new URL(file, schema), "utf8");
      const named = (statement: RegExp) => [...text.matchAll(statement)].map(([, table]) => table);
      return {
        created: named(/^CREATE TABLE IF NOT EXISTS (\w+)/gm),
        dropped: named(/^DROP TABLE IF EXISTS (\w+)/gm),
      };
    }),
  );
  const dropped = new Set(made.flatMap((file) => file.dropped));
  const tables = made.flatMap(({ created }) => created).filter((table) => !dropped.has(table));
  const inserts = /(?:^ *INSERT INTO |sql`INSERT INTO |insertRow\(db, sql`)(\w+)/gm;
  const writers = new Map<string, Set<string>>();
  for (const file of files) {
    const text = await readFile(join(src, file), "utf8");
    for (const [, table = ""] of text.matchAll(inserts)) {
      writers.set(table, (writers.get(table) ?? new Set()).add(partOf(file)));
    }
  }
  const path = new URL("../docs/architecture.md", import.meta.url);
  const section = (await readFile(path, "utf8")).split("\n### Tables\n")[1] ?? "";
  const documented = [...section.matchAll(/^\| (`.*`) \| `(\w+)` \|$/gm)].flatMap(
    ([, tables = "", folder]) =>
      [...tables.matchAll(/`(\w+)`/g)].map(([, table]): [string, string[]] => [
        table ?? "",
        [folder ?? ""],
      ]),
  );
  for (const table of tables) {
    if (table !== undefined && !writers.has(table)) writers.set(table, new Set(["nobody"]));
  }
  const found = [...writers].map(([table, folders]): [string, string[]] => [table, [...folders]]);

  expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(found));
  expect([...tables, "schema_migrations"].sort()).toEqual(documented.map(([name]) => name).sort());
});

test("docs/architecture.md states the same table", async () => {
  const path = new URL("../docs/architecture.md", import.meta.url);
  const section = (await readFile(path, "utf8")).split(/\n### (?:Imports|Tables)\n/)[1] ?? "";
  const documented = [...section.matchAll(/^\| `(\w+)` *\|(.*)\|$/gm)].map(
    ([, folder, cell = ""]) => [folder, [...cell.matchAll(/`([^`]+)`/g)].map(([, name]) => name)],
  );
  expect(Object.fromEntries(documented)).toEqual(rules);
});
