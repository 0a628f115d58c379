import { afterAll, expect, test } from "vitest";
import { stopAll } from "../../helpers/clean-up.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import { importFiles } from "../../helpers/imports.ts";

afterAll(stopAll);

test("ids of any length join events with their props", async () => {
  const footfall = await startFootfall();
  const { id } = await footfall.store("example.com");
  const ids = Array.from({ length: 1_200 }, (_, nth) => `${nth}-${"k".repeat(400)}`);
  ids.push("k".repeat(300_000), "k".repeat(299_999));
  const events = ids.map((key) => `s,${key},1,/,2025-03-10 10:00:00,example.com`);
  const data = ids.map((key, nth) => `${key},plan,${nth % 2}`);
  const found = await importFiles(footfall.url, id, [
    [
      "website_event.csv",
      ["session_id,event_id,event_type,url_path,created_at,hostname", ...events].join("\n"),
    ],
    ["event_data.csv", ["event_id,data_key,string_value", ...data].join("\n")],
  ]);
  expect(found).toMatchObject({ status: "done", rows: { imported: 1_202 } });
  const path = `/api/v1/websites/${id}/props/plan?from=2025-03-10&to=2025-03-10`;
  const { json } = await footfall.request(path);
  expect(json.data).toMatchObject([
    { value: "0", count: 601 },
    { value: "1", count: 601 },
  ]);
});
