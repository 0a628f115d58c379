import { cleanUp } from "./clean-up.ts";
import { dropDatabase, makeDatabase, newDatabaseName } from "./databases.ts";
import { startFootfall, type TestFootfall } from "./footfall.ts";
import { testServer } from "./test-server.ts";

export const secretKey = "secret-key-0123456789";
/** The API key that is derived from it. */
export const derivedApiKey = "dIPW58p1EnewM09m1JRevVTAroQd-lDT";

/** Returns the URL of a database with tables on the tests' server, dropped when the test ends. */
export async function newDatabase(): Promise<string> {
  const server = serverOfTests();
  return droppedLater(server, await makeDatabase(server));
}

/** Returns the same of a database without tables, for a program that may be an older one. */
export function emptyDatabase(): string {
  return droppedLater(serverOfTests(), newDatabaseName());
}

function serverOfTests(): string {
  const server = testServer();
  if (server === undefined) throw new Error("the tests have a server of their own");
  return server;
}

function droppedLater(server: string, name: string): string {
  cleanUp(() => dropDatabase(server, name));
  return `${server}/${name}`;
}

/** Starts two Footfalls, each with a `DATA_DIR` of its own, on one ClickHouse server. */
export async function startTwo(
  env: Readonly<Record<string, string>> = {},
): Promise<[TestFootfall, TestFootfall]> {
  const common = { CLICKHOUSE_URL: env["CLICKHOUSE_URL"] ?? (await newDatabase()), ...env };
  return [await startFootfall(common), await startFootfall(common)];
}
