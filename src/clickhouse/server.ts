import { ClickHouseError } from "@clickhouse/client";

import { StartRefused } from "../base/errors.ts";
import type { ClickHouse } from "./clickhouse.ts";
import { identifier, sql } from "./sql.ts";

/** Earlier releases have no known fault, but the schema and the queries never ran on them. */
const versionMin = "26.3";

/** Thrown if a server does not answer. It may do so later. */
export class ServerAway extends StartRefused {}

/**
 * Connects to a ClickHouse server, and checks that it answers, takes the password and is new
 * enough. Creates the URL's database where there is none. Throws `StartRefused` with one line that
 * never holds the password: `ServerAway` if the server does not answer.
 */
export async function connectServer(clickHouse: ClickHouse, url: string): Promise<void> {
  const { origin, username, password, pathname, host } = new URL(url);
  const database = pathname.replaceAll("/", "");
  const withoutDatabase = new URL(origin);
  withoutDatabase.username = username;
  withoutDatabase.password = password;
  await clickHouse.use(withoutDatabase.href);
  const [row] = await ask(host, () =>
    clickHouse.rows<{ version: string }>(sql`SELECT version() AS version`),
  );
  if (row === undefined || isOlder(row.version, versionMin)) {
    throw new StartRefused(
      `CLICKHOUSE_URL: ${host} runs ClickHouse ${row?.version}; ${versionMin} or newer is needed`,
    );
  }
  if (database !== "") {
    await ask(host, () =>
      clickHouse.run(sql`CREATE DATABASE IF NOT EXISTS ${identifier(database)}`),
    );
  }
  await clickHouse.use(url);
}

async function ask<T>(host: string, request: () => Promise<T>): Promise<T> {
  try {
    return await request();
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    throw refusal(cause, host);
  }
}

function refusal(cause: unknown, host: string): StartRefused {
  if (cause instanceof ClickHouseError) {
    const reason =
      cause.type === "AUTHENTICATION_FAILED"
        ? "rejects the user name or the password"
        : `answers ${cause.type}: ${cause.message.split("\n")[0]}`;
    return new StartRefused(`CLICKHOUSE_URL: ${host} ${reason}`);
  }
  const { code, message } = cause as NodeJS.ErrnoException;
  return new ServerAway(
    `CLICKHOUSE_URL: ${host} does not answer (${code || message || "timeout"})`,
  );
}

function isOlder(version: string, wanted: string): boolean {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [wantedMajor = 0, wantedMinor = 0] = wanted.split(".").map(Number);
  return major < wantedMajor || (major === wantedMajor && minor < wantedMinor);
}
