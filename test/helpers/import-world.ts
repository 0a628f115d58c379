import type { Database } from "../../src/clickhouse/database.ts";
import type { Import } from "../../src/definitions/import.ts";
import type { Definitions } from "../../src/definitions/stored-definitions.ts";
import type { SourceFile } from "../../src/import/files/source-file.ts";
import type { EventFormat, Format, SourceTotal, TotalFormat } from "../../src/import/format.ts";
import { footfall } from "../../src/import/formats/footfall.ts";
import { beginImport } from "../../src/import/import-request.ts";
import { runImport } from "../../src/import/run/import-run.ts";
import { findImports } from "../../src/import/run/records.ts";
import { ImportRemovals, lookAgainMs } from "../../src/server/imports/import-removals.ts";
import { openDefinitions } from "../../src/server/parts/open-services.ts";
import { defaultSettings, firstShard, type Website } from "../../src/websites/website.ts";
import { byTest } from "./author.ts";

/** Returns a file in memory. */
export function textFile(text: string, name = "export.ndjson"): SourceFile {
  return {
    name,
    async *read() {
      yield Buffer.from(text);
    },
  };
}

/** Totals as JSON lines: the totals of a row each. */
export const totalLines: TotalFormat = {
  source: "plausible",
  kind: "totals",
  detects: async () => false,
  inspect: async () => ({ ignored: [], sums: ["page"], missing: ["city"] }),
  async *read(files) {
    for (const file of files) {
      for await (const chunk of file.read()) {
        const lines = chunk.toString().trim().split("\n");
        yield lines
          .filter((line) => line !== "")
          .flatMap((line) => JSON.parse(line) as SourceTotal[]);
      }
    }
  },
};

/** Returns a line of `totalLines`: a day on which each page has one visitor. */
export function totalsOf(date: string, pages: readonly string[]): string {
  const visitors = pages.length;
  const one = { visitors: 1, pageviews: 1, occurrences: 1 };
  const all = { visitors, pageviews: visitors, occurrences: visitors };
  const totals = [
    ...pages.map((value) => ({ dimension: "page", value, ...one })),
    ...["visitor", "visit", "pageview"].map((dimension) => ({ dimension, value: date, ...all })),
  ];
  const row = totals.map((total, nth) => ({ ...total, date, rows: nth === 0 ? 1 : 0 }));
  return `${JSON.stringify(row)}\n`;
}

export const eventLines: EventFormat = footfall;

/** Returns a website of this id, which no table has to know. */
export function websiteOf(id: number, domain = "example.com", timezone = "UTC"): Website {
  const now = new Date();
  return {
    ...defaultSettings,
    id,
    domain,
    timezone,
    createdAt: now,
    updatedAt: now,
    placement: firstShard,
  };
}

export interface RunInput {
  readonly db: Database;
  readonly definitions: Definitions;
  readonly website: Website;
  readonly format: Format;
  readonly text: string;
  readonly isDryRun?: boolean;
}

/**
 * Tries once to take an import away, as Footfall does again and again. Resolves with whether it has
 * to wait for something else.
 */
export async function mustUndoWait(
  dbs: readonly [Database, ...Database[]],
  website: Website,
  importId: number,
): Promise<boolean> {
  const [first] = dbs;
  const [store, ...others] = dbs.map((db, i) => {
    return { key: i === 0 ? "" : String(i + 1), db, definitions: openDefinitions(db, Date.now) };
  });
  const imports = await findImports(first);
  const found = imports.find(({ record }) => record.id === importId);
  if (store === undefined || found === undefined) throw new Error(`no import ${importId}`);
  const stores = [store, ...others];
  const removals = new ImportRemovals({ first, stores, findWebsite: () => website });
  return (await removals.remove({ ...found, store })) === lookAgainMs;
}

let uploads = 0;

/** Makes the record of an import, and returns its id. */
export async function begin(input: Omit<RunInput, "db">): Promise<number> {
  const { definitions, website, format, text, isDryRun = false } = input;
  uploads += 1;
  const inspection = await format.inspect([textFile(text)], {});
  const file = { name: "export.ndjson", bytes: text.length, sha256: `${uploads}` };
  const { record } = await beginImport(
    byTest,
    definitions,
    website.id,
    { source: format.source, kind: format.kind, inspection },
    // A Footfall would fail an import without an upload, and leaves those of others alone.
    {
      source: undefined,
      options: {},
      isDryRun,
      files: [file],
      upload: `at another ${uploads}`,
    },
  );
  return record.id;
}

/** Runs an import, from wherever an earlier run was cut off. */
export function run(input: RunInput, importId: number): Promise<Import | undefined> {
  const { db, definitions, website, format, text } = input;
  return runImport({
    db,
    definitions,
    website,
    importId,
    job: { format, files: [textFile(text)] },
    assertOwner: () => {},
    now: Date.now,
    signal: new AbortController().signal,
  });
}
