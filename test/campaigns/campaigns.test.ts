import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { type Campaign, type CampaignName, campaigns } from "./campaigns.ts";
import { campaignsOfFiles, campaignsOfFolders } from "./of-files.ts";

const names = Object.keys(campaigns) as CampaignName[];
const all: readonly Campaign[] = Object.values(campaigns);

test("every campaign file belongs to one campaign, and every file of a campaign is there", async () => {
  const found = (await readdir("test", { recursive: true })).filter((file) =>
    file.endsWith(".campaign.test.ts"),
  );
  const listed = all.flatMap(({ files = [] }) => files);

  expect(listed.toSorted()).toEqual(found.map((file) => `test/${file}`).toSorted());
  for (const { program } of all) expect(program === undefined || existsSync(program)).toBe(true);
});

test("every folder of src has its line, and every folder with a line is there", async () => {
  const entries = await readdir("src", { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => `src/${name}`);

  expect(Object.keys(campaignsOfFolders)).toEqual(expect.arrayContaining(folders));
  expect(Object.keys(campaignsOfFolders).filter((folder) => !existsSync(folder))).toEqual([]);
});

test("every campaign belongs to a folder", () => {
  const used = new Set(Object.values(campaignsOfFolders).flat());
  expect(names.filter((name) => !used.has(name))).toEqual([]);
});

test.each([
  ["src/log/shipper.ts", ["chaos", "sizes", "soak"]],
  ["src/server/cluster/fork.ts", ["chaos", "workers"]],
  ["test/chaos/faults.ts", ["chaos"]],
  ["src/dashboard/main.tsx", ["dashboard", "releases"]],
  ["README.md", []],
])("a change of %s asks for %j", (file, expected) => {
  expect(campaignsOfFiles([file])).toEqual(expected);
});

test("docs/proof.md has a row for every campaign, and no other", async () => {
  const document = await readFile("docs/proof.md", "utf8");
  const [, results = ""] = document.split("## Last results");
  const [table = ""] = results.split("\n## ");
  const rows = [...table.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(rows).toEqual(names);
});
