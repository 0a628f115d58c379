import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { type FormFile, importFiles, postImport } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { pages, visitors } from "../../helpers/plausible.ts";
import { zip } from "../../helpers/zip.ts";
import { archive, archiveOf, archiveSites, imported } from "./plausible-archive.ts";

let directory: string;
const footfall = openFootfall(async () => {
  directory = await temporaryDirectory();
  return startFootfall({ DATA_DIR: directory });
});
const { get, newWebsite, valuesOf } = archiveSites(footfall);

describe("an archive that is refused", () => {
  const good = { name: "imported_visitors.csv", content: visitors };
  const cases: readonly (readonly [string, readonly FormFile[], RegExp])[] = [
    ["no visitors", [archiveOf({ pages })].slice(0, 0), /required/],
    [
      "a path out of it",
      [archive([good, { name: "../imported_pages.csv", content: pages }])],
      /\.\./,
    ],
    ["an absolute path", [archive([{ ...good, name: "/imported_visitors.csv" }])], /./],
    ["encrypted data", [archive([{ ...good, flags: 1 }])], /encrypted/],
    ["another method", [archive([{ ...good, method: 12 }])], /./],
    [
      "a stated size above the limit",
      [archive([{ ...good, statedBytes: 2 ** 30 + 1 }])],
      /1,073,741,824/,
    ],
    [
      "too many entries",
      [archive([good, ...Array.from({ length: 1000 }, (_, i) => ({ name: `x${i}.txt` }))])],
      /1000 entries/,
    ],
    [
      "a table twice",
      [archive([good, { ...good, name: "imported_visitors_20250101_20250131.csv" }])],
      /same table/,
    ],
    [
      "no table of visitors",
      [archive([{ name: "imported_pages.csv", content: pages }])],
      /imported_visitors/,
    ],
    ["an end that is cut off", [["x.zip", new Uint8Array(zip([good])).slice(0, -30)]], /./],
  ];

  async function expectNothingLeft(): Promise<void> {
    await eventually(async () =>
      expect(await readdir(join(directory, "imports")).catch(() => [])).toEqual([]),
    );
    const tables = await selectRows(
      footfall,
      "SELECT name FROM system.tables WHERE database = currentDatabase() AND name LIKE 'import_%'",
    );
    expect(tables).toEqual([]);
  }

  test.each(cases)("for %s leaves nothing", async (_what, files, message) => {
    const { id } = await newWebsite();
    const { status, json } = await postImport(footfall.url, id, files);
    expect({ status, json }).toMatchObject({ status: 422 });
    const { errors } = json as unknown as { errors: Record<string, string[]> };
    expect(errors["file"]?.[0]).toMatch(message);
    await expectNothingLeft();
  });

  test("while it is read has failed, and leaves nothing", async () => {
    const { id } = await newWebsite();
    const bomb = `${visitors}${"2024-01-01,1,1,1,1,1\n".repeat(200_000)}`;
    const made = await importFiles(footfall.url, id, [
      archive([{ ...good, content: bomb, statedBytes: 1_000_000 }]),
    ]);
    expect(made).toMatchObject({ status: "failed", from: null, problem: expect.any(String) });
    const list = await get(`/api/v1/websites/${id}/imports`);
    expect(list.json.data).toHaveLength(1);
    expect((await valuesOf(id, "visitor", imported)).rows).toEqual([]);
    await expectNothingLeft();
  });
});
