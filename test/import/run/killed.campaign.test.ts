import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import {
  deleteImport,
  ended,
  exportedLine,
  findImport,
  gone,
  postImport,
} from "../../helpers/imports.ts";
import {
  authorization,
  childrenOf,
  importProcesses,
  isAlive,
  startServer,
  storeWebsite,
} from "../../helpers/program.ts";

const days = 60;
const perDay = 1_000;
const events = days * perDay;

/** Returns an export of many days, which takes some seconds to import. */
function history(): string {
  const lines: string[] = [];
  for (let nth = 0; nth < events; nth += 1) {
    const day = new Date(Date.UTC(2025, 0, 1 + (nth % days))).toISOString().slice(0, 10);
    lines.push(exportedLine(day, Math.floor(nth / days), { page: `/${nth % 7}` }));
  }
  return lines.join("\n");
}

async function countOf(url: string, name: string): Promise<number> {
  const query = `name=${name}&from=2025-01-01&to=2025-12-31`;
  const headers = { ...authorization, "cache-control": "no-cache" };
  const reply = await fetch(`${url}/api/v1/stats/1?${query}`, { headers });
  return ((await reply.json()) as { meta: { count: number } }).meta.count;
}

async function expectWhole(url: string): Promise<void> {
  expect(await countOf(url, "pageview")).toBe(events);
  expect(await countOf(url, "visitor")).toBe(events);
}

async function begin() {
  const DATA_DIR = await temporaryDirectory();
  const server = await startServer({ DATA_DIR });
  const id = await storeWebsite(server.url, "example.com");
  const posted = await postImport(server.url, id, [["export.ndjson", history()]]);
  expect(posted.status).toBe(202);
  const uploads = () => readdir(join(DATA_DIR, "imports"));
  return { DATA_DIR, server, id, importId: posted.json.data.id, uploads };
}

test("an import goes on when the process that starts imports is killed", async () => {
  const { server, id, importId } = await begin();
  await eventually(async () => expect(importProcesses(server)).toHaveLength(1));
  const [pid] = importProcesses(server);
  for (const launcher of childrenOf(server.process.pid, "import-launcher")) {
    process.kill(launcher, "SIGKILL");
  }

  await eventually(async () => expect(isAlive(pid as number)).toBe(false));
  expect(await ended(server.url, id, importId)).toMatchObject({
    status: "done",
    rows: { read: events, imported: events },
  });
  await expectWhole(server.url);
});

describe("an import whose process is killed", () => {
  test.each([0, 500, 1_500, 3_000])(
    "after %i ms goes on, and counts every event once",
    async (ms) => {
      const { server, id, importId, uploads } = await begin();
      await eventually(async () => expect(importProcesses(server)).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, ms));
      for (const pid of importProcesses(server)) process.kill(pid, "SIGKILL");

      expect(await ended(server.url, id, importId)).toMatchObject({
        status: "done",
        rows: { read: events, imported: events },
      });
      await expectWhole(server.url);
      await eventually(async () => expect(await uploads()).toEqual([]));
    },
  );

  test.each([300, 1_500, 3_000])(
    "after %i ms with all of Footfall goes on at the next start",
    async (ms) => {
      const { DATA_DIR, server, id, importId, uploads } = await begin();
      await eventually(async () => expect(importProcesses(server)).toHaveLength(1));
      await new Promise((resolve) => setTimeout(resolve, ms));
      const pids = importProcesses(server);
      server.process.kill("SIGKILL");
      await server.exited;
      // An import ends with the process that began it.
      await eventually(async () => expect(pids.filter(isAlive)).toEqual([]));

      const next = await startServer({ DATA_DIR });
      expect(await ended(next.url, id, importId)).toMatchObject({
        status: "done",
        rows: { read: events, imported: events },
      });
      await expectWhole(next.url);
      await eventually(async () => expect(await uploads()).toEqual([]));
    },
  );
});

test.each([0, 100, 400])(
  "an undo that is killed after %i ms goes on at the next start",
  async (ms) => {
    const { DATA_DIR, server, id, importId } = await begin();
    await ended(server.url, id, importId);
    await deleteImport(server.url, id, importId);
    await new Promise((resolve) => setTimeout(resolve, ms));
    server.process.kill("SIGKILL");
    await server.exited;

    const next = await startServer({ DATA_DIR });
    await gone(next.url, id, importId);
    expect(await countOf(next.url, "pageview")).toBe(0);
  },
);

test("with several workers an import runs once, and its undo reaches the primary", async () => {
  const DATA_DIR = await temporaryDirectory();
  const server = await startServer({ DATA_DIR, WORKERS: "2" });
  const id = await storeWebsite(server.url, "example.com");
  const text = history();
  const replies = await Promise.all(
    [0, 1, 2, 3].map(() => postImport(server.url, id, [["export.ndjson", text]])),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 202]);
  const importId = replies[0]?.json.data.id ?? 0;
  expect(await ended(server.url, id, importId)).toMatchObject({ rows: { imported: events } });
  await expectWhole(server.url);
  await deleteImport(server.url, id, importId);
  await gone(server.url, id, importId);
  expect(await countOf(server.url, "pageview")).toBe(0);
  expect(await findImport(server.url, id, importId)).toBeUndefined();
});
