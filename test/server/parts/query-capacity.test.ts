import { expect, test } from "vitest";

import { readConfig } from "../../../src/base/config.ts";
import { queryCapacityOf } from "../../../src/server/parts/query-capacity.ts";

const gigabyte = 1024 ** 3;

function limitsOf(env: Readonly<Record<string, string>>, cores: number) {
  return queryCapacityOf(readConfig({ WORKERS: "1", HEAVY_QUERIES_MAX: "1", ...env }), cores);
}

test.each([
  [{ HEAVY_QUERIES_MAX: "1" }, 1, 1, 1],
  [{ HEAVY_QUERIES_MAX: "1" }, 2, 1, 2],
  [{ HEAVY_QUERIES_MAX: "16" }, 2, 16, 2],
  [{ HEAVY_QUERIES_MAX: "7" }, 8, 7, 7],
  [{ HEAVY_QUERIES_MAX: "1", WORKERS: "3" }, 8, 1, 2],
  [{ HEAVY_QUERIES_MAX: "7", WORKERS: "3" }, 8, 2, 2],
  [{ HEAVY_QUERIES_MAX: "7", WORKERS: "8" }, 8, 1, 1],
])("with %j on %i cores %i heavy reports run in a process, on %i threads together", (...row) => {
  const [env, cores, heavyMax, threadsMax] = row;

  expect(limitsOf(env, cores)).toMatchObject({ heavyMax, threadsMax });
});

test.each([
  ["1", 0.6],
  ["2", 0.3],
  ["3", 0.25],
  ["64", 0.25],
])("of %s at once, each may take %f of the engine's memory", (HEAVY_QUERIES_MAX, share) => {
  const env = { HEAVY_QUERIES_MAX, EMBEDDED_MEMORY_BYTES_MAX: String(gigabyte) };

  expect(limitsOf(env, 2).memoryBytesMax).toBe(Math.floor(gigabyte * share));
});

test("a server's cores and memory are its own", () => {
  const env = { CLICKHOUSE_URL: "http://localhost:8123", HEAVY_QUERIES_MAX: "5" };

  expect(limitsOf(env, 8)).toEqual({ heavyMax: 5, timeMsMax: 20_000 });
});
