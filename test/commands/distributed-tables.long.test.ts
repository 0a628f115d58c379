import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readConfig } from "../../src/base/config.ts";
import { StartRefused } from "../../src/base/errors.ts";
import { freePort } from "../../src/base/net/free-port.ts";
import type { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { migrate, readMigrations } from "../../src/clickhouse/migrate.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import { distributedTables } from "../../src/commands/distributed-tables.ts";
import { tablesOfWebsites } from "../../src/tables/purge.ts";
import { startNativeEngine } from "../helpers/native-engine.ts";

const two = "http://footfall:hidden-1@one:8123/stats http://reader:hidden-2@two:8123/stats";

interface Output {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function run(url: string | undefined, ...args: string[]): Promise<Output> {
  const stdout = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    const config = readConfig({ CLICKHOUSE_URL: url });
    const code = await distributedTables(config, args);
    const textOf = ({ mock }: typeof stdout) => mock.calls.map(([text]) => text).join("");
    return { code, stdout: textOf(stdout), stderr: textOf(stderr) };
  } finally {
    stdout.mockRestore();
    stderr.mockRestore();
  }
}

function ofTwo(...args: string[]): Promise<Output> {
  return run(two, ...args);
}

/** Returns the statements as `clickhouse-client` takes them apart. */
function statementsOf(text: string): string[] {
  return text
    .replace(/\/\*.*?\*\//s, "")
    .replaceAll(/^--.*\n/gm, "")
    .split(";")
    .filter((part) => part.trim() !== "");
}

/** Resolves with the query of docs/scaling.md, for this database. */
async function documentedQuery(database: string): Promise<string> {
  const text = await readFile(new URL("../../docs/scaling.md", import.meta.url), "utf8");
  const section = text.split("\n## SQL over everything\n")[1]?.split("\n## ")[0] ?? "";
  const query = /```sql\n(.*?);\n *```/s.exec(section)?.[1] ?? "";
  return query.replaceAll("footfall", database);
}

async function counts(db: ClickHouse, database: string): Promise<number[]> {
  return Promise.all(
    tablesOfWebsites.map(async (table) => {
      const [row] = await db.rows<{ count: number }>(
        statement(`SELECT count() AS count FROM ${database}.${table}`),
      );
      return row?.count ?? -1;
    }),
  );
}

test("the tables count what all servers have, from each of them", async () => {
  const parent = await mkdtemp(join(tmpdir(), "footfall-distributed-"));
  onTestFinished(() => rm(parent, { recursive: true, force: true, maxRetries: 5 }));
  const password = randomBytes(12).toString("hex");
  const engines = await Promise.all(
    ["one", "two"].map(async (name) => ({
      directory: join(parent, name),
      httpPort: await freePort("127.0.0.1"),
      nativePort: await freePort("127.0.0.1"),
      password,
    })),
  );
  const urls = engines.map(({ httpPort }) => `http://footfall:${password}@127.0.0.1:${httpPort}/s`);
  const ports = engines.flatMap(({ nativePort }) => ["--port", String(nativePort)]);
  const { stdout: config } = await run(urls.join(" "), "--config", ...ports);
  const { stdout: sql } = await run(urls.join(" "), ...ports);
  const addedConfig = config.replaceAll("<password>PASSWORD<", `<password>${password}<`);
  const dbs = await Promise.all(
    engines.map((engine) => startNativeEngine({ ...engine, addedConfig })),
  );
  for (const [i, db] of dbs.entries()) {
    await db.run(statement("CREATE DATABASE s"));
    await db.use(urls[i] ?? "");
    await migrate(db, await readMigrations());
    // The rows below have no times, so they are too old for the tables that have a TTL.
    await db.run(statement("SYSTEM STOP TTL MERGES"));
    for (const table of tablesOfWebsites) {
      // Equal rows of these would replace each other, or be added up.
      const others: Readonly<Record<string, string[]>> = {
        definitions: [", id", ", number"],
        reads: [", hour, reads", ", number, 1"],
        followed_logs: [", slot", ", number"],
      };
      const [id = "", ids = ""] = others[table] ?? [];
      const source = `SELECT ${i + 1} AS website_id${ids} FROM numbers(${(i + 1) * 10})`;
      await db.run(statement(`INSERT INTO s.${table} (website_id${id}) ${source}`));
    }
  }

  // Twice, as after an upgrade.
  for (const text of [...statementsOf(sql), ...statementsOf(sql)]) {
    for (const db of dbs) await db.run(statement(text));
  }

  const [first = [], second = []] = await Promise.all(dbs.map((db) => counts(db, "s")));
  const sums = first.map((count, i) => count + (second[i] ?? 0));
  expect(first).toEqual(tablesOfWebsites.map(() => 10));
  expect(second).toEqual(tablesOfWebsites.map(() => 20));
  for (const db of dbs) expect(await counts(db, "s_all")).toEqual(sums);
  const [db1] = dbs;
  const inserted = db1?.run(statement("INSERT INTO s_all.events (website_id) VALUES (1)"));
  await expect(inserted).rejects.toThrow(/not supported by storage Distributed/);
  for (const [i, db] of dbs.entries()) {
    const source = `SELECT ${i + 1}, 'pageview', today() FROM numbers(${i + 5})`;
    await db.run(statement(`INSERT INTO s.events (website_id, name, date) ${source}`));
  }
  await db1?.run(
    statement("INSERT INTO s.websites (id, domain) VALUES (1, 'one.test'), (2, 'two.test')"),
  );
  expect(await db1?.rows(statement(await documentedQuery("s")))).toEqual([
    { domain: "two.test", events: 6 },
    { domain: "one.test", events: 5 },
  ]);
});

test("no password is printed, and its place is marked", async () => {
  const { stdout: sql } = await ofTwo();
  const { stdout: config } = await ofTwo("--config");

  expect(sql).toContain(config);
  expect(sql).not.toContain("hidden");
  expect(config.match(/<password>.*<\/password>/g)).toEqual(
    Array(2).fill("<password>PASSWORD</password>"),
  );
});

test.each([
  ["9000 by default", two, [], [9000, 9000]],
  ["9440 for https", two.replace("http:", "https:"), [], [9440, 9000]],
  ["one for all servers", two, ["--port", "9100"], [9100, 9100]],
  ["one for each", two, ["--port", "9100", "--port", "9200"], [9100, 9200]],
])("the native port is %s", async (_what, url, args, ports) => {
  const { stdout } = await run(url, "--config", ...args);

  expect([...stdout.matchAll(/<port>(\d+)</g)].map(([, port]) => Number(port))).toEqual(ports);
  expect(stdout.match(/<secure>1</g) ?? []).toHaveLength(ports.filter((p) => p === 9440).length);
});

test("hosts and users stand as the configuration needs them", async () => {
  const url = "http://a%3Cb%2A%2Fc:hidden@[::1]:8123/stats http://two:8123/stats";

  const { stdout: config } = await run(url, "--config");

  expect(config).toContain("<host>::1</host>");
  expect(config).toContain("<user>a&#60;b&#42;/c</user>");
  expect(config).toContain("<user>default</user>");
});

test.each([undefined, "http://one:8123/stats"])(
  "with one server (%s), a line says that there is nothing to do",
  async (url) => {
    const { code, stdout, stderr } = await run(url);

    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toMatch(/^footfall: there is one ClickHouse server, .*\n$/);
  },
);

test("servers with different databases are refused", async () => {
  await expect(run("http://one:8123/a http://two:8123/b")).rejects.toThrow(
    new StartRefused(
      "CLICKHOUSE_URL names several databases; such tables need the same one on all servers",
    ),
  );
});

test.each([
  ["a port that is none", ["--port", "0"]],
  ["a word as a port", ["--port", "http"]],
  ["three ports for two servers", ["--port", "1", "--port", "2", "--port", "3"]],
  ["something else", ["--fast"]],
  ["a word", ["events"]],
])("%s is refused with the line that says how to use it", async (_what, args) => {
  await expect(ofTwo(...args)).rejects.toThrow(/^usage: footfall distributed-tables /);
});
