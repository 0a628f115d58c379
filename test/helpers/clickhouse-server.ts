import { mkdtemp, readFile, rm, statfs } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";

import { startEngineProcess } from "../../src/clickhouse/embedded/process.ts";
import { makeTemplate } from "./database-template.ts";

declare module "vitest" {
  interface ProvidedContext {
    clickHouseUrl: string | undefined;
    /** The statements that make the tables of a database with the whole schema. */
    tables: readonly string[];
    /** Is removed after all tests. */
    testsDirectory: string;
  }
}

/** Starts one ClickHouse server, with a user and a password, for all tests that use a server. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const directory = await mkdtemp(join(await quickDirectory(), "footfall-server-"));
  const grants = ["GRANT ALL ON *.*"];
  const server = await startEngineProcess({ directory, memoryBytesMax: 2 * 1024 ** 3, grants });
  const url = server.url.replace(/\/default$/, "");
  project.provide("clickHouseUrl", url);
  project.provide("tables", await makeTemplate(url));
  project.provide("testsDirectory", directory);
  let isStopping = false;
  void server.exited.then(async (output) => {
    if (isStopping) return;
    const log = await readFile(join(directory, "engine.log"), "utf8").catch(String);
    const fatal = log.split("\n").filter((line) => line.includes("<Fatal>"));
    const report = ["the ClickHouse server of the tests ended:", output, ...fatal].join("\n");
    process.stderr.write(`${report}\n`);
  });
  return async () => {
    isStopping = true;
    await server.kill();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  };
}

const quickBytesMin = 4 * 1024 ** 3;

/** Resolves with a directory in memory where that has room: there, no test waits for fsync. */
async function quickDirectory(): Promise<string> {
  const inMemory = "/dev/shm";
  const free = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free < quickBytesMin ? tmpdir() : inMemory;
}
