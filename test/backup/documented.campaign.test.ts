import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

import { freePort } from "../../src/base/net/free-port.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { startNativeEngine } from "../helpers/native-engine.ts";
import { authorization, pages, startServer, storeWebsite } from "../helpers/program.ts";
import { answersOf } from "./commands.ts";

const page = fileURLToPath(new URL("../../docs/backup.md", import.meta.url));
const allDays = { from: "2026-09-01", to: "2026-10-31" };

/** Returns the statements of the page, in its order: the backups, then the restore. */
async function documentedStatements(): Promise<string[]> {
  const text = (await readFile(page, "utf8")).split("## With CLICKHOUSE_URL")[1] ?? "";
  const blocks = [...text.matchAll(/```sql\n(.*?)```/gs)].map(([, block = ""]) => block);
  return blocks
    .flatMap((block) => block.replaceAll(/^--.*\n/gm, "").split(";"))
    .map((each) => each.trim())
    .filter((each) => each !== "");
}

async function send(url: string, id: number, day: string, count: number): Promise<void> {
  const events = Array.from({ length: count }, (_, nth) => ({
    url: `https://example.com/${day}/${nth}`,
    timestamp: `${day}T12:00:00Z`,
    ip: `8.8.8.${nth}`,
    user_agent: chrome,
    revenue: { amount: 2, currency: "EUR" },
  }));
  const reply = await fetch(`${url}/api/v1/websites/${id}/events`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify(events),
  });
  expect(reply.status).toBe(202);
}

test("the documented statements back a server up and restore it", async () => {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "backups"));
  const disk = `<type>local</type><path>${directory}/backups/</path>`;
  const [httpPort, nativePort] = [await freePort("127.0.0.1"), await freePort("127.0.0.1")];
  const password = "a-password-of-the-test";
  const db = await startNativeEngine({
    directory,
    httpPort,
    nativePort,
    password,
    addedConfig: `<clickhouse>
  <storage_configuration><disks><backups>${disk}</backups></disks></storage_configuration>
  <backups><allowed_disk>backups</allowed_disk></backups>
</clickhouse>`,
  });
  await db.run(statement("CREATE DATABASE footfall"));
  const settings = {
    DATA_DIR: await temporaryDirectory(),
    CLICKHOUSE_URL: `http://footfall:${password}@127.0.0.1:${httpPort}/footfall`,
  };
  const statements = await documentedStatements();
  const verbs = statements.map((each) => each.split(" ")[0]);
  expect(verbs).toEqual([
    "BACKUP",
    "BACKUP",
    "BACKUP",
    "RESTORE",
    "RESTORE",
    "ALTER",
    "ALTER",
    "ALTER",
  ]);
  const [first = "", second = "", empty = "", ...restores] = statements;

  const before = await startServer(settings);
  const id = await storeWebsite(before.url, "example.com");
  await send(before.url, id, "2026-09-05", 30);
  await eventually(async () => expect(await pages(before.url, id)).toHaveLength(30));
  const person = await fetch(`${before.url}/api/v1/people`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify({ email: "ada@example.com", name: '"link":{}', role: "owner" }),
  });
  expect(person.status).toBe(201);
  await db.run(
    statement("INSERT INTO footfall.access VALUES (9, generateUUIDv4(), 'session', 1, '{}')"),
  );
  await db.run(statement(first));
  await send(before.url, id, "2026-10-05", 20);
  await eventually(async () => expect(await pages(before.url, id)).toHaveLength(50));
  await db.run(statement(second));
  await db.run(statement(empty));
  const answers = await answersOf(before.url, id, allDays);
  await send(before.url, id, "2026-10-06", 10);
  await eventually(async () => expect(await pages(before.url, id)).toHaveLength(60));
  before.process.kill("SIGTERM");
  expect(await before.exited).toBe(0);

  await db.run(statement("DROP DATABASE footfall SYNC"));
  for (const each of restores) await db.run(statement(each));
  expect(await db.rows(statement("SELECT count() AS salts FROM footfall.salts"))).toEqual([
    { salts: 0 },
  ]);
  const access = "SELECT kind, body FROM footfall.access FINAL ORDER BY kind";
  const [ada, session] = await db.rows<{ kind: string; body: string }>(statement(access));
  expect(JSON.parse(ada?.body ?? "")).toMatchObject({ name: '"link":{}', link: null });
  expect(session).toEqual({ kind: "session", body: "" });
  const after = await startServer(settings);
  expect(await answersOf(after.url, id, allDays)).toEqual(answers);
});
