import { createHash } from "node:crypto";
import { appendFile, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";

import { chrome, eventually } from "../../helpers/footfall.ts";
import {
  findImport,
  type ImportAnswer,
  importFiles,
  postImport,
  undo,
} from "../../helpers/imports.ts";
import {
  authorization,
  type Program,
  startProgram,
  startServer,
  storeWebsite,
  temporaryDirectory,
  track,
} from "../../helpers/program.ts";

const domain = "example.com";

/** Returns a line of a log, each of another page. */
function lineOf(nth: number): string {
  const second = String(nth % 60).padStart(2, "0");
  return `8.8.${nth % 256}.8 - - [17/May/2026:10:05:${second} +0000] "GET /${nth} HTTP/1.1" 200 12 "-" "${chrome}"`;
}

/** Returns the text of a log with the lines from `from` up to `to`. */
function textOf(from: number, to: number): string {
  return Array.from({ length: to - from }, (_, i) => `${lineOf(from + i)}\n`).join("");
}

interface Listed extends ImportAnswer {
  readonly source: string;
  readonly kind: string;
  readonly files: readonly { readonly name: string }[];
  readonly finished_at: string | null;
}

async function begin() {
  const DATA_DIR = await temporaryDirectory();
  const { url } = await startServer({ DATA_DIR });
  const id = await storeWebsite(url, domain);
  const start = (...args: string[]): Program =>
    startProgram(["import", "--website", domain, ...args], { DATA_DIR });
  return {
    ...{ url, id, start },
    file: (name: string) => join(DATA_DIR, name),
    /** Runs the command, and resolves with the counts that it prints. */
    async run(...args: string[]): Promise<Record<string, number>> {
      const program = start(...args);
      const code = await program.exited;
      expect({ code, stderr: program.stderr() }).toEqual({ code: 0, stderr: "" });
      return countsOf(program);
    },
    /** Resolves with the list of imports when it is so; it may be a second behind a command. */
    listed(expected: readonly object[], timeoutMs?: number): Promise<Listed[]> {
      return eventually(async () => {
        const path = `${url}/api/v1/websites/${id}/imports`;
        const reply = await fetch(path, { headers: authorization });
        const { data } = (await reply.json()) as { data: Listed[] };
        expect(data).toMatchObject(expected);
        return data;
      }, timeoutMs);
    },
    async pageViews(): Promise<number> {
      const query = "name=pageview&from=2026-05-17&to=2026-05-17";
      const headers = { ...authorization, "cache-control": "no-cache" };
      const reply = await fetch(`${url}/api/v1/stats/${id}?${query}`, { headers });
      return ((await reply.json()) as { meta: { count: number } }).meta.count;
    },
  };
}

function countsOf(program: Program): Record<string, number> {
  const rows = program.stdout().trim().split("\n");
  const cells = rows.map((row) => row.split(/\s{2,}/));
  return Object.fromEntries(cells.map(([name = "", count]) => [name, Number(count)]));
}

async function fileOf(path: string, name: string) {
  const content = await readFile(path);
  const sha256 = createHash("sha256").update(content).digest("hex");
  return { name, bytes: content.length, sha256 };
}

describe("a log that the command imports", () => {
  test("is in the list of imports, and can be undone and imported anew", async () => {
    const { url, id, run, file, listed, pageViews } = await begin();
    const path = file("access.log");
    await writeFile(path, `${textOf(0, 20)}this is no line of a log\n`);

    expect(await run(path)).toMatchObject({ "lines read": 21, imported: 20, unreadable: 1 });
    const [made] = await listed([
      {
        ...{ source: "access-log", kind: "events", status: "done", dry_run: false, problem: null },
        files: [await fileOf(path, "access.log")],
        rows: { read: 21, imported: 20, skipped: { broken: 1 } },
        finished_at: expect.stringMatching(/^20/),
      },
    ]);

    await undo(url, id, made?.id ?? 0);
    expect(await pageViews()).toBe(0);
    await listed([]);
    expect(await run(path)).toMatchObject({ imported: 20, "already imported": 0 });
    expect(await pageViews()).toBe(20);
    await listed([{ status: "done", rows: { imported: 20 } }]);
  });

  test("is one import however often it comes, with all that its runs have brought", async () => {
    const { url, id, run, file, listed, pageViews } = await begin();
    const path = file("access.log");
    const ids = new Set<number | undefined>();
    for (let hour = 0; hour < 3; hour += 1) {
      await appendFile(path, textOf(hour * 10, hour * 10 + 10));
      const counts = await run(path);
      expect(counts).toMatchObject({ imported: 10, "already imported": hour * 10 });
      const rows = { read: (hour + 1) * 10, imported: (hour + 1) * 10, skipped: {} };
      const files = [await fileOf(path, "access.log")];
      const [made] = await listed([{ status: "done", rows, files }]);
      ids.add(made?.id);
    }
    // The log is rotated, and the next one begins in its place.
    await rename(path, file("access.log.1"));
    await writeFile(path, textOf(30, 35));
    expect(await run(path)).toMatchObject({ imported: 5, "already imported": 0 });
    const rows = { read: 35, imported: 35, skipped: {} };
    const [made] = await listed([{ status: "done", rows }]);
    expect([...ids]).toEqual([made?.id]);

    await undo(url, id, made?.id ?? 0);
    expect(await pageViews()).toBe(0);
  });

  test("under another path, or in another format, is another import", async () => {
    const { run, file, listed, pageViews } = await begin();
    await writeFile(file("access.log"), textOf(0, 10));
    await writeFile(file("access.log.1.gz"), gzipSync(textOf(0, 10)));
    await run(file("access.log"));
    await run(file("access.log.1.gz"));
    await run("--options", '{"format":"combined"}', file("access.log"));
    // This is the import before.
    await run("--format", "combined", file("access.log"));

    const known = { status: "done", rows: { read: 10, imported: 0, skipped: { duplicate: 10 } } };
    const first = { status: "done", rows: { read: 10, imported: 10, skipped: {} } };
    await listed([known, known, first]);
    expect(await pageViews()).toBe(10);
  });

  test("does not touch what came over the API, and counts it as known", async () => {
    const { url, id, run, file, listed, pageViews } = await begin();
    const uploaded = await importFiles(url, id, [["access.log", textOf(0, 10)]]);
    const path = file("access.log");
    await writeFile(path, textOf(0, 15));
    for (const imported of [5, 0]) expect(await run(path)).toMatchObject({ imported });

    const rows = { read: 15, imported: 5, skipped: { duplicate: 10 } };
    const [made] = await listed([{ status: "done", rows }, { id: uploaded.id }]);
    await undo(url, id, made?.id ?? 0);
    expect(await pageViews()).toBe(10);
    expect(await findImport(url, id, uploaded.id)).toMatchObject({ rows: uploaded.rows });
  });

  test("can be a directory or standard input", async () => {
    const { start, run, file, listed } = await begin();
    await mkdir(file("logs"));
    await writeFile(join(file("logs"), "access.log.1"), textOf(0, 10));
    await writeFile(join(file("logs"), "access.log"), textOf(10, 15));
    await run(file("logs"));
    await writeFile(join(file("logs"), "access.log"), textOf(10, 20));
    await run(file("logs"));
    for (const to of [25, 30]) {
      const program = start("-");
      program.process.stdin.end(textOf(20, to));
      expect(await program.exited).toBe(0);
    }

    const ofDirectory = {
      files: [
        await fileOf(join(file("logs"), "access.log.1"), "access.log.1"),
        await fileOf(join(file("logs"), "access.log"), "access.log"),
      ],
      rows: { read: 20, imported: 20 },
    };
    const ofInput = {
      files: [{ name: "standard input", bytes: textOf(20, 30).length }],
      rows: { read: 10, imported: 10 },
    };
    await listed([ofInput, ofDirectory]);
  });

  test("in a wrong format is no fault of the same log that is uploaded", async () => {
    const { url, id, run, file } = await begin();
    const path = file("access.log");
    await writeFile(path, textOf(0, 10));

    expect(await run("--format", "caddy", path)).toMatchObject({ imported: 0, unreadable: 10 });
    const made = await importFiles(url, id, [["access.log", textOf(0, 10)]]);
    expect(made.rows).toEqual({ read: 10, imported: 0, skipped: { duplicate: 10 } });
    expect(made.status).toBe("done");
  });

  test("leaves nothing in the list after a dry run or a refusal", async () => {
    const { url, id, start, run, file, listed, pageViews } = await begin();
    const path = file("access.log");
    await writeFile(path, textOf(0, 10));

    expect(await run("--dry-run", path)).toMatchObject({ imported: 10 });
    const refused = start("--format", "access-log", "--options", '{"x":1}', path);
    expect(await refused.exited).toBe(1);
    expect(refused.stderr()).toBe("footfall: options access-log has no option x\n");
    const missing = start(path, file("nowhere.log"));
    expect(await missing.exited).toBe(1);

    expect(await pageViews()).toBe(0);
    await listed([]);
    await eventually(async () => expect(await findImport(url, id, 1)).toBeUndefined());
  });
});

/** Returns the priority of each thread of the process: 19 is the lowest. */
async function prioritiesOf(pid: number | undefined): Promise<number[]> {
  const root = `/proc/${pid}/task`;
  const stats = (await readdir(root)).map((thread) => readFile(`${root}/${thread}/stat`, "latin1"));
  return (await Promise.all(stats)).map((stat) => Number(fieldsOf(stat)[16]));
}

/** Returns the processor time of a process, in milliseconds; undefined if it has ended. */
async function processorMs(pid: number | undefined): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, "latin1").catch(() => undefined);
  if (stat === undefined) return undefined;
  const fields = fieldsOf(stat);
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the fields behind the program's name, which is in parentheses. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

describe.runIf(process.platform === "linux")("a command that imports gently", () => {
  test("has the lowest priority, and imports the same", async () => {
    const { start, pageViews } = await begin();
    const program = start("--gently", "-");
    program.process.stdin.write(textOf(0, 150));

    await expect
      .poll(async () => new Set(await prioritiesOf(program.process.pid)))
      .toEqual(new Set([19]));
    program.process.stdin.end(textOf(150, 300));

    expect(await program.exited).toBe(0);
    expect(countsOf(program)).toMatchObject({ "lines read": 300, imported: 300 });
    expect(await pageViews()).toBe(300);
  });

  test("rests while events come in", async () => {
    const { url, start, file } = await begin();
    const path = file("access.log");
    await writeFile(path, textOf(0, 30_000));
    const begunMs = performance.now();
    const program = start("--gently", path);
    let workedMs = 0;
    for (;;) {
      const ms = await processorMs(program.process.pid);
      if (ms === undefined || program.process.exitCode !== null) break;
      workedMs = Math.max(workedMs, ms);
      expect((await track(url, domain, "/beside")).status).toBe(202);
      await delay(20);
    }

    expect(await program.exited).toBe(0);
    expect(countsOf(program)).toMatchObject({ imported: 30_000 });
    // A busy machine makes this share smaller.
    expect(workedMs / (performance.now() - begunMs)).toBeLessThan(0.3);
  });
});

describe("a command that reads a log and is stopped", () => {
  const lines = 200_000;

  async function beginAndStop(signal: NodeJS.Signals) {
    const world = await begin();
    const path = world.file("access.log");
    await writeFile(path, textOf(0, lines));
    const program = world.start(path);
    await expect.poll(() => world.pageViews()).toBeGreaterThan(0);
    program.process.kill(signal);
    const code = await program.exited;
    return { ...world, path, program, code };
  }

  async function expectContinued(stopped: Stopped, importId: number | undefined): Promise<void> {
    const { run, listed, pageViews, path, url, id } = stopped;
    const stored = await pageViews();
    const counts = await run(path);
    expect(counts["already imported"]).toBeGreaterThan(0);
    expect(counts).toMatchObject({ "lines read": lines, imported: lines - stored });
    expect(await pageViews()).toBe(lines);
    const rows = { read: lines, imported: lines, skipped: {} };
    await listed([{ id: importId, status: "done", problem: null, rows }]);
    await undo(url, id, importId ?? 0);
    expect(await pageViews()).toBe(0);
  }
  type Stopped = Awaited<ReturnType<typeof beginAndStop>>;

  test.each(["SIGINT", "SIGTERM"] as const)(
    "by %s keeps what it has stored, and continues the next time",
    async (signal) => {
      const stopped = await beginAndStop(signal);
      const { program, code, listed, pageViews } = stopped;
      expect({ code, stderr: program.stderr() }).toEqual({
        ...{ code: 1, stderr: `footfall: stopped by ${signal}\n` },
      });
      const stored = await pageViews();
      expect(stored).toBeLessThan(lines);
      expect(countsOf(program)).toMatchObject({ imported: stored });
      const problem = "The command was interrupted. Run it again to continue.";
      const rows = { read: stored, imported: stored, skipped: {} };
      const [made] = await listed([{ status: "failed", problem, rows }]);

      await expectContinued(stopped, made?.id);
    },
  );

  test("by SIGKILL keeps what it has stored, and continues the next time", async () => {
    const stopped = await beginAndStop("SIGKILL");
    const [before] = await stopped.listed([{ status: "running" }]);

    const counts = await stopped.run(stopped.path);

    expect(counts["already imported"]).toBeGreaterThan(0);
    expect(await stopped.pageViews()).toBe(lines);
    const rows = { read: lines, imported: lines, skipped: {} };
    await stopped.listed([{ id: before?.id, status: "done", problem: null, rows }]);
  });

  test("by SIGKILL has failed without another run, and can be undone", async () => {
    const { url, id, listed, pageViews } = await beginAndStop("SIGKILL");
    const problem =
      "The command was interrupted before the import was done. Run it again to continue.";
    const [failed] = await listed([{ status: "failed", problem }], 120_000);
    expect(await pageViews()).toBeGreaterThan(0);
    // The last piece may have been cut off.
    expect(failed?.rows.imported).toBeGreaterThanOrEqual(await pageViews());

    await undo(url, id, failed?.id ?? 0);
    expect(await pageViews()).toBe(0);
  });

  test("by an undo takes away all that its import has brought", async () => {
    const { url, id, start, listed, pageViews } = await begin();
    const before = start("-");
    before.process.stdin.end(textOf(0, 10));
    expect(await before.exited).toBe(0);
    const program = start("-");
    program.process.stdin.write(textOf(0, 20));
    const [made] = await listed([{ status: "running" }]);
    await undo(url, id, made?.id ?? 0);

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toBe("footfall: the import was undone meanwhile\n");
    expect(await pageViews()).toBe(0);
    await listed([]);
  });

  test("by SIGTERM ends also while standard input has nothing", async () => {
    const { start, listed } = await begin();
    const program = start("-");
    program.process.stdin.write(textOf(0, 2));
    await listed([{ status: "running" }]);
    program.process.kill("SIGTERM");

    expect(await program.exited).toBe(1);
    expect(program.stderr()).toBe("footfall: stopped by SIGTERM\n");
    await listed([{ status: "failed", rows: { imported: 0 } }]);
  });

  test("by a damaged file keeps what came before, and goes on with the whole one", async () => {
    const { start, run, file, listed, pageViews } = await begin();
    const whole = gzipSync(textOf(10, 20));
    await writeFile(file("a.log"), textOf(0, 10));
    await writeFile(file("b.log.gz"), whole.subarray(0, whole.length - 6));
    const program = start("--format", "access-log", file("a.log"), file("b.log.gz"));

    expect(await program.exited).toBe(1);
    const problem = `Cannot read ${file("b.log.gz")}: the gzip data ends too early`;
    expect(program.stderr()).toBe(`footfall: ${problem}\n`);
    const stored = await pageViews();
    expect(stored).toBeGreaterThanOrEqual(10);
    expect(countsOf(program)).toMatchObject({ imported: stored });
    const files = [await fileOf(file("a.log"), "a.log")];
    const before = { read: stored, imported: stored, skipped: {} };
    const [failed] = await listed([{ status: "failed", problem, files, rows: before }]);

    await writeFile(file("b.log.gz"), whole);
    await run("--format", "access-log", file("b.log.gz"), file("a.log"));
    expect(await pageViews()).toBe(20);
    const rows = { read: 20, imported: 20, skipped: {} };
    await listed([{ id: failed?.id, status: "done", problem: null, rows }]);
  });
});

test("while a command imports into a website, every other import is refused", async () => {
  const { url, id, start, file, listed, pageViews } = await begin();
  const first = start("-");
  first.process.stdin.write(textOf(0, 2));
  await listed([{ status: "running" }]);
  await writeFile(file("access.log"), textOf(10, 20));

  expect((await postImport(url, id, [["access.log", textOf(10, 20)]])).status).toBe(409);
  const second = start(file("access.log"));
  expect(await second.exited).toBe(1);
  expect(second.stderr()).toBe("footfall: Another import of this website runs, wait for its end\n");

  first.process.stdin.end();
  expect(await first.exited).toBe(0);
  expect(await pageViews()).toBe(2);
  await listed([{ status: "done" }]);
});
