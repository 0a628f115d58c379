import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { exportOf, importText } from "../../helpers/imports.ts";

const day = "2025-01-10";
const events = 10;

test("days that are too old are rolled up and dropped as soon as they are imported", async () => {
  const other = await startFootfall({ RETENTION_DAYS: "31" });
  const { id: website } = await other.store("example.com");
  await importText(other.url, website, exportOf(day, events));
  // Queries that have begun are waited for, for a minute.
  await eventually(async () => {
    expect(await selectRows(other, "SELECT 1 FROM events")).toEqual([]);
  });
  const { json } = await other.stats(website, { name: "pageview", from: day, to: day });
  expect(json.meta.count).toBe(events);
});
