import { expect, test } from "vitest";
import type { Database } from "../../../src/clickhouse/database.ts";
import { StagedEvents } from "../../../src/import/run/staged-events.ts";

test("props that no event takes are not stored", async () => {
  const inserted: string[] = [];
  const insert = async ({ rows }: { rows: Buffer }) => void inserted.push(rows.toString());
  const staged = new StagedEvents({ insert } as unknown as Database, "import_1_1");
  await staged.props().add([
    ["e1", "fits", "x".repeat(16_380)],
    ["e1", "is too long", "x".repeat(16_380)],
    ["e1", "x".repeat(1_000_000), ""],
  ]);
  const names = inserted.flatMap((rows) => rows.split("\n")).map((row) => JSON.parse(row).name);
  expect(names).toEqual(["fits"]);
});
