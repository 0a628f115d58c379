import { readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { authorization, pages, startProgram, startServer } from "../helpers/program.ts";
import { objectsOf } from "../stats/export/files.ts";

const days = ["--from", "2025-03-01", "--to", "2025-03-31"];
const command = ["export", "--website", "https://www.Example.com", ...days];

test("an export elsewhere than in DATA_DIR is refused, and makes no database there", async () => {
  const DATA_DIR = join(await temporaryDirectory(), "elsewhere");
  const program = startProgram(command, { DATA_DIR });

  expect([await program.exited, program.stdout(), program.stderr()]).toEqual([
    1,
    "",
    `footfall: ${DATA_DIR} has no database; set DATA_DIR\n`,
  ]);
  await expect(readdir(DATA_DIR)).rejects.toThrow("ENOENT");
});

test("events are exported to standard output and to files, with and without a Footfall", async () => {
  const settings = { DATA_DIR: await temporaryDirectory() };
  const { url, process: serving, exited } = await startServer(settings);
  const api = `${url}/api/v1/websites`;
  const domain = new URLSearchParams({ domain: "example.com" });
  await fetch(api, { method: "POST", headers: authorization, body: domain });
  const events = ["/b", "/a"].map((path, nth) => ({
    url: `https://example.com${path}`,
    timestamp: `2025-03-0${2 - nth}T12:00:00Z`,
    ip: "8.8.8.8",
    user_agent: chrome,
    props: { plan: "pro" },
  }));
  await fetch(`${api}/1/events`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify(events),
  });
  // The command cannot ask for events that wait in the Footfall, but a question does.
  await eventually(async () => expect(await pages(url, 1)).toHaveLength(2));
  const directory = await temporaryDirectory();
  const run = async (...args: string[]) => {
    const program = startProgram(args, settings);
    return [await program.exited, program.stderr(), program.stdout()] as const;
  };
  const readAll = async () => {
    const [code, stderr, stdout] = await run(...command);
    expect([code, stderr]).toEqual([0, ""]);
    return objectsOf(stdout).map(({ visitor: _, ...event }) => event);
  };

  const [first, second] = await readAll();
  expect([first, second]).toMatchObject([
    { date: "2025-03-01", time: "2025-03-01T12:00:00.000Z", page: "/a", props: { plan: "pro" } },
    { date: "2025-03-02", page: "/b", browser: "Chrome" },
  ]);

  const read = { url: "https://example.com/a", user_agent: "GPTBot/1.2", status: 200 };
  await fetch(`${api}/1/reads`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify(
      [read, read].map((each) => ({ ...each, timestamp: "2025-03-01T12:30:00Z" })),
    ),
  });
  const row = ["2025-03-01", 12, "GPTBot", "OpenAI", "training", "unknown", "/a", "2xx", "api", 2];
  const names = "date,hour,reader,operator,purpose,verified,path,status,door,reads";
  await eventually(async () => {
    const [, , lines] = await run(...command, "--reads");
    expect(objectsOf(lines).map((object) => Object.values(object))).toEqual([row]);
  });
  const shown = row.map((value) => (typeof value === "number" ? value : `"${value}"`));
  const asCsv = await run(...command, "--reads", "--format", "csv");
  expect(asCsv).toEqual([0, "", `${names}\r\n${shown.join(",")}\r\n`]);
  const csv = join(directory, "events.csv");
  expect(await run(...command, "--format", "csv", "--output", csv)).toEqual([0, "", ""]);
  expect((await readFile(csv, "utf8")).split("\r\n")).toHaveLength(4);
  const parquet = join(directory, "events.parquet");
  await symlink(join(directory, "else.parquet"), parquet);
  await writeFile(join(directory, "else.parquet"), "an earlier export");
  expect((await run(...command, "--format", "parquet", "--output", parquet))[0]).toBe(0);
  const bytes = await readFile(parquet);
  expect([bytes.subarray(0, 4), bytes.subarray(-4)].map(String)).toEqual(["PAR1", "PAR1"]);
  expect(await readdir(directory)).toEqual(["else.parquet", "events.csv", "events.parquet"]);
  expect(await run(...command, "--output", "/dev/null")).toEqual([0, "", ""]);

  const [code, stderr] = await run("export", "--website", "example.com", "--from", "2025-03-01");
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^footfall: usage: .*\n$/)]);
  const [unknownCode, unknown] = await run("export", "--website", "x.test", ...days);
  expect([unknownCode, unknown]).toEqual([1, "footfall: there is no website x.test\n"]);
  const nowhere = join(directory, "none", "events.csv");
  const [nowhereCode, nowhereError] = await run(...command, "--output", nowhere);
  expect(nowhereCode).toBe(1);
  expect(nowhereError).toMatch(/^footfall: \S+events\.csv cannot be written: ENOENT.*\n$/);

  serving.kill("SIGTERM");
  await exited;
  expect(await readAll()).toEqual([first, second]);
});
