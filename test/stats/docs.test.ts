import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import type { Dimension } from "../../src/counting/dimension-kinds.ts";
import { dimensionNames, dimensions } from "../../src/counting/dimensions.ts";

const text = await readFile(new URL("../../docs/statistics-api.md", import.meta.url), "utf8");
const section = text.split("\n## Dimensions\n")[1]?.split("\n## ")[0] ?? "";
const rows = new Map(
  [...section.matchAll(/^\| `(\w+)` *\|(.*)\|(.*)\|(.*)\|$/gm)].map(
    ([, name = "", value = "", count = "", none = ""]) => [
      name,
      { value, count: count.trim(), none: none.trim() },
    ],
  ),
);

test("docs/statistics-api.md has a row for every name, and for no other", () => {
  expect([...rows.keys()]).toEqual(dimensionNames);
});

test.each(dimensionNames)("docs/statistics-api.md tells of %s what the code does", (name) => {
  const dimension: Dimension = dimensions[name];
  const row = rows.get(name);
  const counts: Readonly<Record<string, string>> = {
    visitors: "visitors",
    "page views": "pageviews",
    "times it occurred": "occurrences",
    visits: "occurrences",
  };
  expect(dimension.measure).toBe(counts[row?.count ?? ""]);
  expect(row?.value.includes("`code`")).toBe(dimension.codeOf !== undefined);
  const none = row?.none === "yes" ? "(unknown)" : /^as `(.+)`$/.exec(row?.none ?? "")?.[1];
  expect(dimension.none).toBe(none);
  expect(row?.none === "never").toBe(dimension.countedUnit !== "visitor");
});
