import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { startFootfall } from "../helpers/footfall.ts";
import { refused, succeed } from "./commands.ts";

afterAll(stopAll);

test("a backup has every acknowledged event, and is restored into an empty directory alone", async () => {
  const DATA_DIR = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR });
  await footfall.store("example.com");
  // A few events wait in the log for up to ten seconds.
  const url = "https://example.com/";
  expect((await footfall.track({ domain: "example.com", url })).status).toBe(202);
  const backup = await temporaryDirectory();
  expect(await succeed("backup", DATA_DIR, backup)).toContain("backed up 1 events");

  const full = join(await temporaryDirectory(), "full");
  await mkdir(full);
  await writeFile(join(full, "api-key"), "a key of another Footfall");
  expect(await refused("restore", full, backup)).toBe(
    `${full} is not empty: it has api-key; set DATA_DIR`,
  );
});
