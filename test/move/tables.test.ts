import { expect, test } from "vitest";

import { madeAnew, movedTables } from "../../src/move/tables.ts";
import { tablesOfWebsites } from "../../src/tables/purge.ts";

test("a move forgets no table with rows of websites", () => {
  const tables = [...movedTables.map(({ name }) => name), ...madeAnew];

  expect(tables.sort()).toEqual([...tablesOfWebsites].sort());
});
