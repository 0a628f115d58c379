import { randomBytes } from "node:crypto";
import { inject } from "vitest";

import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { statement } from "../../src/clickhouse/sql.ts";
import { template } from "./database-template.ts";

/**
 * Makes a database of the server with the whole schema, as migrations take a second. Resolves with
 * its name.
 */
export async function makeDatabase(serverUrl: string): Promise<string> {
  const name = newDatabaseName();
  const run = await client(serverUrl);
  await run(`CREATE DATABASE ${name}`);
  const tables = inject("tables").map((query) => query.replace(`${template}.`, `${name}.`));
  await Promise.all(tables.map(run));
  // ClickHouse applies a TTL by the real clock; many tests give Footfall one of their own.
  const aging = tables.filter((query) => query.includes(" TTL ")).map(tableName);
  await Promise.all(aging.map((table) => run(`SYSTEM STOP TTL MERGES ${table}`)));
  const records = `${name}.schema_migrations SELECT * FROM ${template}.schema_migrations`;
  await run(`INSERT INTO ${records}`);
  return name;
}

function tableName(createTable: string): string {
  return createTable.split(" ")[2] ?? "";
}

/** Returns a name that no other test has. */
export function newDatabaseName(): string {
  return `test_${randomBytes(8).toString("hex")}`;
}

/** Removes a database of the server, if it is there. */
export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  const run = await client(serverUrl);
  await run(`DROP DATABASE IF EXISTS ${name}`);
}

/** Resolves with a function that runs a statement on the server. */
async function client(serverUrl: string): Promise<(query: string) => Promise<void>> {
  const db = new ClickHouse();
  await db.use(`${serverUrl}/`);
  return (query) => db.run(statement(query));
}
