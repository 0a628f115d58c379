import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey, chrome } from "../../helpers/footfall.ts";
import { type Program, startProgram, startServer } from "../../helpers/program.ts";
import { logs } from "./samples.ts";

function logLine(i: number, more: { path?: string; agent?: string; status?: number } = {}): string {
  const { path = `/page-${i}`, agent = chrome, status = 200 } = more;
  const second = String(i % 60).padStart(2, "0");
  return `8.8.${i % 256}.8 - - [17/May/2026:10:05:${second} +0000] "GET ${path} HTTP/1.1" ${status} 12 "-" "${agent}"`;
}

const lines = [
  ...Array.from({ length: 40 }, (_, i) => logLine(i)),
  logLine(40, { path: "/logo.png" }),
  logLine(41, { status: 404 }),
  logLine(42, { agent: "Googlebot/2.1 (+http://www.google.com/bot.html)" }),
  "this is no line of an access log",
];

async function counts(program: Program): Promise<Record<string, number>> {
  await program.exited;
  expect(program.stderr()).toBe("");
  return Object.fromEntries(
    program
      .stdout()
      .trim()
      .split("\n")
      .map((row) => row.split(/\s{2,}/))
      .map(([name = "", count]) => [name, Number(count)]),
  );
}

async function withWebsite() {
  const DATA_DIR = await temporaryDirectory();
  const server = await startServer({ DATA_DIR });
  await fetch(`${server.url}/api/v1/websites`, {
    method: "POST",
    headers: { authorization: `Bearer ${apiKey}` },
    body: new URLSearchParams({ domain: "example.com" }),
  });
  const runImport = (...files: string[]) =>
    startProgram(["import", "--website", "example.com", ...files], { DATA_DIR });
  const headers = { authorization: `Bearer ${apiKey}`, "cache-control": "no-cache" };
  const pageViews = async (url: string): Promise<number> => {
    const query = "name=pageview&from=2026-05-17&to=2026-05-17";
    const reply = await fetch(`${url}/api/v1/stats/1?${query}`, { headers });
    return ((await reply.json()) as { meta: { count: number } }).meta.count;
  };
  const intake = async (url: string): Promise<unknown> => {
    const day = "from=2026-05-17&to=2026-05-17";
    const reply = await fetch(`${url}/api/v1/websites/1/intake?${day}`, { headers });
    return ((await reply.json()) as { data: readonly unknown[] }).data[0];
  };
  return { DATA_DIR, server, runImport, pageViews, intake };
}

describe("import", () => {
  test("counts a log once beside a running server, whatever name and compression it comes under", async () => {
    const { DATA_DIR, server, runImport, pageViews, intake } = await withWebsite();
    const plain = join(DATA_DIR, "access.log");
    const rotated = join(DATA_DIR, "access.log.1.gz");
    await writeFile(plain, `${lines.join("\n")}\n`);
    await writeFile(rotated, gzipSync(`${lines.join("\n")}\n`));

    const first = await counts(runImport(plain));
    const again = await counts(runImport(plain));
    const fromStdin = runImport("-");
    fromStdin.process.stdin.end(`${lines.join("\n")}\n`);

    expect(first).toEqual({
      "lines read": 44,
      imported: 40,
      "dropped: bot": 1,
      "dropped: status": 1,
      "dropped: type": 1,
      unreadable: 1,
      "already imported": 0,
    });
    expect(again).toMatchObject({ "lines read": 44, imported: 0, "already imported": 44 });
    expect(await counts(runImport(rotated))).toMatchObject({ "already imported": 44 });
    expect(await counts(fromStdin)).toMatchObject({ "already imported": 44 });
    expect(await pageViews(server.url)).toBe(40);
    const dropped = { bot: 1, ip: 0, hostname: 0 };
    expect(await intake(server.url)).toEqual({ date: "2026-05-17", accepted: 40, dropped });
  });

  test("a log that has grown, also in the middle of a line, adds just what is new", async () => {
    const { DATA_DIR, server, runImport, pageViews } = await withWebsite();
    const file = join(DATA_DIR, "access.log");
    const text = `${lines.join("\n")}\n`;
    for (const characters of [text.length * 0.4, text.length * 0.41, text.length]) {
      await writeFile(file, text.slice(0, characters));
      await counts(runImport(file));
    }

    expect(await pageViews(server.url)).toBe(40);
  });

  test("works without a running server", async () => {
    const { DATA_DIR, server, runImport, pageViews } = await withWebsite();
    server.process.kill("SIGKILL");
    await server.exited;
    const file = join(DATA_DIR, "access.log");
    await writeFile(file, lines.join("\n"));

    expect(await counts(runImport(file))).toMatchObject({ imported: 40 });

    expect(await pageViews((await startServer({ DATA_DIR })).url)).toBe(40);
  });

  test("an import that is killed resumes where it was, and counts nothing twice", async () => {
    const { DATA_DIR, server, runImport, pageViews } = await withWebsite();
    const many = Array.from({ length: 120_000 }, (_, i) => logLine(i, { path: `/p${i % 100}` }));
    const file = join(DATA_DIR, "access.log");
    await writeFile(file, many.join("\n"));
    const killed = runImport(file);
    await eventually(async () => expect(await pageViews(server.url)).toBeGreaterThan(0));
    killed.process.kill("SIGKILL");
    await killed.exited;

    const resumed = await counts(runImport(file));

    expect(await pageViews(server.url)).toBe(120_000);
    expect(resumed["already imported"]).toBeGreaterThan(0);
  });

  test("a directory is one import of all its files, each in its own format", async () => {
    const { DATA_DIR, server, runImport, pageViews } = await withWebsite();
    const directory = join(DATA_DIR, "logs");
    await mkdir(directory);
    const text = (log: string) => (logs[log] ?? []).join("\n");
    await writeFile(join(directory, "caddy.log"), text("caddy"));
    await writeFile(join(directory, "u_ex260517.log.gz"), gzipSync(text("w3c")));
    await writeFile(join(directory, "alb.log"), text("alb").replaceAll("example.com", "other.org"));

    const program = runImport(directory);

    expect(await counts(program)).toMatchObject({
      "lines read": 7,
      imported: 2,
      "dropped: hostname": 1,
      comments: 4,
    });
    expect(program.stdout()).toMatch(/^note: the alb logs have no referrers: .*\.?$/m);
    expect(await counts(runImport(directory))).toMatchObject({ "already imported": 3 });
    expect(await pageViews(server.url)).toBe(2);
  });

  test("a log that no format fits is refused, unless one is named", async () => {
    const { DATA_DIR, runImport } = await withWebsite();
    const file = join(DATA_DIR, "error.log");
    await writeFile(file, "2026/05/17 10:07:03 [error] open() failed\n");

    const refused = runImport(file);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toMatch(
      /^footfall: error\.log is of no known format; .*access-log\n$/,
    );

    const forced = await counts(runImport("--format", "combined", file));
    expect(forced).toMatchObject({ "lines read": 1, unreadable: 1 });
  });

  test.each([
    [
      "an unknown format",
      ["import", "--website", "example.com", "--format", "nginx", "x"],
      /unknown format nginx; the formats are plausible, .*, combined, caddy/,
    ],
    ["no website", ["import", "x.log"], /^footfall: usage: footfall import/],
    [
      "a directory without a database",
      ["import", "--website", "example.com", "x"],
      /has no database; set DATA_DIR/,
    ],
    ["an unknown command", ["imprt"], /^footfall: unknown command imprt/],
  ])("%s is refused with one line", async (_what, args, line) => {
    const program = startProgram(args, { DATA_DIR: await temporaryDirectory() });

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toMatch(line);
    expect(program.stderr().trimEnd().split("\n")).toHaveLength(1);
  });

  test("an unknown website is refused with one line", async () => {
    const { DATA_DIR } = await withWebsite();
    const program = startProgram(["import", "--website", "nowhere.org", "x"], { DATA_DIR });

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toMatch(/^footfall: .*no website nowhere\.org\n$/);
  });

  test("a file that is not there is named, with a failing exit code", async () => {
    const { runImport } = await withWebsite();
    const program = runImport("/nonexistent/access.log");

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toMatch(/^footfall: Cannot read \/nonexistent\/access\.log: .*\n$/);
  });
});
