import { expect, test } from "vitest";

import { startFootfall } from "../../helpers/footfall.ts";
import { exportedLine, type FormFile, importFiles, postImport } from "../../helpers/imports.ts";

test("a thousand files are taken, and one more is 422", async () => {
  const footfall = await startFootfall();
  const { id } = await footfall.store("many.example.com");
  const files = Array.from({ length: 1_001 }, (_, nth): FormFile => {
    return [`${nth}`, `${exportedLine("2025-03-10", nth, { hostname: "many.example.com" })}\n`];
  });
  expect(await postImport(footfall.url, id, files)).toMatchObject({
    status: 422,
    json: { errors: { file: ["must be at most 1,000 files"] } },
  });

  const fields = { source: "footfall", options: "{}", dry_run: "0" };
  const done = await importFiles(footfall.url, id, files.slice(1), fields);
  expect(done).toMatchObject({ status: "done", rows: { read: 1_000, imported: 1_000 } });
});
