import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { WebsiteCopy } from "../../../src/server/shards/website-copy.ts";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { websiteWith, weeksAndMonths } from "../../helpers/draft.ts";
import { silent } from "../../helpers/shipping.ts";

test("a copy that was saved is read again", async () => {
  const directory = await temporaryDirectory();
  const websites = [websiteWith({ emailReports: { ...weeksAndMonths, to: ["a@mail.test"] } })];
  await new WebsiteCopy(directory, silent).save({ websites, salts: [], shards: [] });

  const read = await new WebsiteCopy(directory, silent).read();

  expect(read).toEqual({ websites, salts: [], shards: [] });
});

test("a copy of a release that only knew whether there are reports means weeks and months", async () => {
  const directory = await temporaryDirectory();
  const websites = [{ ...websiteWith(), emailReports: true }];
  const text = JSON.stringify({ websites, salts: [], shards: [] });
  await writeFile(join(directory, "websites-and-salts"), text);

  const [website] = (await new WebsiteCopy(directory, silent).read()).websites;

  expect(website?.emailReports).toEqual(weeksAndMonths);
});
