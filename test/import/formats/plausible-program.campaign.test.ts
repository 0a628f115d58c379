import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { startProgram, startServer, storeWebsite } from "../../helpers/program.ts";
import {
  countOf,
  days,
  expectOnce,
  history,
  pagesPerDay,
  RETENTION_DAYS,
} from "./plausible-history.ts";

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
