import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { authorization, pages, startProgram, startServer } from "../helpers/program.ts";

const days = ["--from", "2025-03-01", "--to", "2025-03-31"];
const command = ["export", "--website", "https://www.Example.com", ...days];

test("days that were imported as totals are refused in one line", async () => {
  const settings = { DATA_DIR: await temporaryDirectory() };
  const { url } = await startServer(settings);
  const api = `${url}/api/v1/websites`;
  const domain = new URLSearchParams({ domain: "example.com" });
  await fetch(api, { method: "POST", headers: authorization, body: domain });
  const body = new FormData();
  const header = "date,visitors,pageviews,bounces,visits,visit_duration";
  body.append("file", new Blob([`${header}\n2025-03-05,1,2,0,1,60\n`]), "imported_visitors.csv");
  await fetch(`${api}/1/imports`, { method: "POST", headers: authorization, body });
  await eventually(async () => {
    const reply = await fetch(`${api}/1/imports`, { headers: authorization });
    const { data } = (await reply.json()) as { data: { status: string }[] };
    expect(data.map(({ status }) => status)).toEqual(["done"]);
  });
  const directory = await temporaryDirectory();
  const output = join(directory, "events.ndjson");
  await writeFile(output, "an earlier export");
  const program = startProgram([...command, "--output", output], settings);

  expect([await program.exited, program.stdout(), program.stderr()]).toEqual([
    1,
    "",
    expect.stringMatching(/^footfall: .* from must not be before 2025-03-06 .*\n$/),
  ]);
  expect(await readFile(output, "utf8")).toBe("an earlier export");
  expect(await readdir(directory)).toEqual(["events.ndjson"]);
});

test("Ctrl+C ends an export in one line", async () => {
  const settings = { DATA_DIR: await temporaryDirectory() };
  const { url } = await startServer(settings);
  const api = `${url}/api/v1/websites`;
  const domain = new URLSearchParams({ domain: "example.com" });
  await fetch(api, { method: "POST", headers: authorization, body: domain });
  // More than the pipe to a reader that stops can hold.
  const event = {
    url: "https://example.com/",
    timestamp: "2025-03-01T12:00:00Z",
    props: { text: "x".repeat(1_000) },
  };
  await fetch(`${api}/1/events`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify(Array.from({ length: 900 }, () => event)),
  });
  await eventually(async () => expect(await pages(url, 1)).toHaveLength(1));
  const { process: program, exited, stderr } = startProgram(command, settings);
  await once(program.stdout, "data");
  program.stdout.pause();
  program.kill("SIGINT");
  await once(program, "exit");
  program.stdout.resume();

  expect([await exited, stderr()]).toEqual([1, "footfall: stopped by SIGINT\n"]);
});
