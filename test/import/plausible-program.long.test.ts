import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { ended, postImport } from "../helpers/imports.ts";
import {
  authorization,
  importProcesses,
  isAlive,
  startProgram,
  startServer,
  storeWebsite,
} from "../helpers/program.ts";
import { zip } from "../helpers/zip.ts";

const months = 14;
const daysPerMonth = 28;
const pagesPerDay = 150;
const days = months * daysPerMonth;
/** Days are far older than this. */
const RETENTION_DAYS = "31";

/** Returns an archive with the totals of more than a year. */
function history(): Uint8Array<ArrayBuffer> {
  const visitors = ["date,visitors,pageviews,bounces,visits,visit_duration"];
  const pages = ["date,hostname,page,visits,visitors,pageviews"];
  for (let nth = 0; nth < days; nth += 1) {
    const month = Math.floor(nth / daysPerMonth);
    const day = new Date(Date.UTC(2023, month, 1 + (nth % daysPerMonth))).toISOString();
    const date = day.slice(0, 10);
    visitors.push(`${date},7,${2 * pagesPerDay},3,9,451`);
    for (let page = 0; page < pagesPerDay; page += 1) pages.push(`${date},,/${page},1,1,2`);
  }
  const contentOf = (lines: readonly string[]) => `${lines.join("\n")}\n`;
  return new Uint8Array(
    zip([
      { name: "imported_visitors.csv", content: contentOf(visitors) },
      { name: "imported_pages.csv", content: contentOf(pages) },
    ]),
  );
}

async function countOf(url: string, name: string): Promise<number> {
  const query = `name=${name}&from=2023-01-01&to=2024-12-31`;
  const headers = { ...authorization, "cache-control": "no-cache" };
  const reply = await fetch(`${url}/api/v1/stats/1?${query}`, { headers });
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

async function expectOnce(url: string): Promise<void> {
  expect(await countOf(url, "visitor")).toBe(days * 7);
  expect(await countOf(url, "page")).toBe(days * pagesPerDay * 2);
}

test.each([800, 1_600])(
  "totals whose import is killed after %i ms, with all of Footfall, count once",
  async (ms) => {
    const DATA_DIR = await temporaryDirectory();
    const server = await startServer({ DATA_DIR, RETENTION_DAYS });
    const id = await storeWebsite(server.url, "example.com");
    const posted = await postImport(server.url, id, [["plausible.zip", history()]]);
    expect(posted.status).toBe(202);
    const importId = posted.json.data.id;
    await eventually(async () => expect(importProcesses(server)).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, ms));
    for (const pid of importProcesses(server)) process.kill(pid, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, ms));
    const pids = importProcesses(server);
    server.process.kill("SIGKILL");
    await server.exited;
    await eventually(async () => expect(pids.filter(isAlive)).toEqual([]));

    const next = await startServer({ DATA_DIR, RETENTION_DAYS });
    const rows = { read: days * (1 + pagesPerDay), imported: days * (1 + pagesPerDay) };
    const done = await ended(next.url, id, importId);
    expect(done).toMatchObject({ status: "done", days: { taken: days, left: 0 }, rows });
    await expectOnce(next.url);
  },
);

test("the command imports totals, or tells what it would do", async () => {
  const DATA_DIR = await temporaryDirectory();
  const server = await startServer({ DATA_DIR, RETENTION_DAYS });
  await storeWebsite(server.url, "example.com");
  const file = join(DATA_DIR, "plausible.zip");
  await writeFile(file, history());
  const run = async (...args: string[]) => {
    const given = ["import", "--website", "example.com", ...args, file];
    const program = startProgram(given, { DATA_DIR, RETENTION_DAYS });
    const code = await program.exited;
    expect({ code, stderr: program.stderr() }).toEqual({ code: 0, stderr: "" });
    return program.stdout();
  };
  const rows = days * (1 + pagesPerDay);
  const counts = new RegExp(`^imported +${rows}\\n(.*\\n)*days taken +${days}\\n`, "m");
  const dry = await run("--dry-run");
  expect(dry).toMatch(counts);
  expect(dry).toContain("dry run");
  expect(await countOf(server.url, "visitor")).toBe(0);

  const real = await run("--format", "plausible");
  expect(dry).toContain(real);
  await expectOnce(server.url);
  // The same again is the import that is there.
  expect(await run()).toBe(real);
  await expectOnce(server.url);
});
