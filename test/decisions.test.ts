import { readdir, readFile } from "node:fs/promises";
import { expect, test } from "vitest";

const directory = new URL("../docs/decisions/", import.meta.url);
const index = await readFile(new URL("README.md", directory), "utf8");

test("docs/decisions/README.md lists every decision with its title and status, and no other", async () => {
  const files = (await readdir(directory)).filter((name) => name !== "README.md").sort();
  const decisions = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, directory), "utf8");
      const [, number, title, status] = /^# (\d{4}): (.+)\n\n(.+)\.\n/.exec(text) ?? [];
      expect(file).toMatch(new RegExp(`^${number}-[a-z0-9-]+\\.md$`));
      return { number, file, title, status };
    }),
  );
  const rows = [...index.matchAll(/^\| \[(\d+)\]\((.+?)\) \| (.+?) \| (.+?) \|$/gm)].map(
    ([, number, file, title, status]) => ({ number, file, title, status }),
  );

  expect(rows).toEqual(decisions);
  // Numbers have no gaps, so two decisions never get the same one.
  expect(rows.map(({ number }) => Number(number))).toEqual(rows.map((_, nth) => nth + 1));
});
