import { createHash } from "node:crypto";
import { appendFile, mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { findImport, importFiles, postImport, undo } from "../../helpers/imports.ts";
import { countsOf, textOf, useCommandWorld } from "./command-world.ts";

const begin = useCommandWorld();

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
        source: "access-log",
        kind: "events",
        status: "done",
        dry_run: false,
        problem: null,
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

describe("a command that reads a log and is stopped", () => {
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
