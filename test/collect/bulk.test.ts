import { expect, test } from "vitest";

import { BulkCollector } from "../../src/collect/bulk.ts";
import type { Collector } from "../../src/collect/collector.ts";
import type { IdempotencyRecords } from "../../src/collect/idempotency.ts";
import { websiteWith } from "../helpers/draft.ts";

test("others have their turn between the steps of an event that takes long", async () => {
  const outcome = { accepted: 1, dropped: {}, parts: [], days: [] };
  const collector = { process: async () => outcome, append: async () => {}, count: () => {} };
  const bulk = new BulkCollector({
    collector: collector as unknown as Collector,
    readOf: () => undefined,
    idempotencyRecords: {} as IdempotencyRecords,
  });
  const text = Buffer.from(`{"url":"https://example.com/","x":"${"x".repeat(64 * 1024 ** 2)}"}`);
  const done: string[] = [];
  setImmediate(() => done.push("another request"));

  await bulk.take(websiteWith({}), [text], undefined);
  done.push("the events");

  expect(done).toEqual(["another request", "the events"]);
});
