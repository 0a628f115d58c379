import { describe, expect, test } from "vitest";
import type { ApiKey } from "../../src/access/api-key.ts";
import { newPerson } from "../../src/access/people.ts";
import type { Person } from "../../src/access/person.ts";
import { type Caller, may, needs } from "../../src/access/rights.ts";
import type { KeyRight } from "../../src/model/choices.ts";
import { allows, type RightsRow, readRightsTable } from "../http/access/rights-table.ts";

const own = 1;
const other = 2;
const table = await readRightsTable();

/** Returns the caller of a row, with one website of its own, or all. */
function callerOf({ caller }: RightsRow, websites: "all" | [number]): Caller {
  const right = /may `(\w+)`/.exec(caller)?.[1];
  if (caller.startsWith("root")) return { kind: "root" };
  if (caller.startsWith("key")) {
    const content = { may: [right as KeyRight], websites } as unknown as ApiKey;
    return { kind: "key", key: { id: 1, content } };
  }
  const grant = { website_id: websites === "all" ? websites : own, may: right } as never;
  const content: Person = newPerson(
    {
      email: "a@example.com",
      name: "A",
      ...(right === undefined
        ? { role: "owner", grants: [] }
        : { role: "member", grants: [grant] }),
    },
    0,
  );
  const session = { id: 1, content: {} as never };
  return { kind: "person", person: { id: 1, content }, session };
}

test("the table in docs/access.md has a row for each caller, and a column for each need", () => {
  expect(table.map(({ caller }) => caller.replace(/:.*/, ""))).toEqual([
    "root",
    "key that may `read`",
    "key that may `write`",
    "key that may `collect`",
    "key that may `operate`",
    "person, an owner",
    "person, a member who may `view`",
    "person, a member who may `edit`",
  ]);
  for (const { rights } of table) {
    for (const need of needs) {
      expect(["all", "own", "yes", "with all websites", "no"]).toContain(rights[need]);
    }
  }
});

describe.each(table)("$caller", (row) => {
  test.each(needs)("%s is as the table says", (need) => {
    const extent = row.rights[need];
    for (const websites of ["all", [own]] as const) {
      const caller = callerOf(row, websites as "all" | [number]);
      const hasAll = websites === "all";

      if (need === "create" || need === "operate" || need === "admin") {
        expect(may(caller, need)).toBe(allows(extent, false, hasAll));
      }
      // The metrics are those of no website.
      if (need === "operate") continue;
      expect(may(caller, need, own)).toBe(allows(extent, true, hasAll));
      expect(may(caller, need, other)).toBe(allows(extent, hasAll, hasAll));
    }
  });
});

test("a key with two rights may do what either allows, and nothing else", () => {
  const content = { may: ["collect", "operate"], websites: [own] } as unknown as ApiKey;
  const caller: Caller = { kind: "key", key: { id: 1, content } };
  const met = needs.filter((need) => may(caller, need, own));

  expect(met).toEqual(["collect", "operate", "self"]);
});

test("a member with grants on two websites has the right of each on it alone", () => {
  const grants = [
    { website_id: own, may: "view" },
    { website_id: other, may: "edit" },
  ] as const;
  const person = newPerson({ email: "a@b", name: "", role: "member", grants }, 0);
  const caller: Caller = {
    kind: "person",
    person: { id: 1, content: person },
    session: { id: 1, content: {} as never },
  };

  expect([own, other, 3].map((id) => may(caller, "write", id))).toEqual([false, true, false]);
  expect([own, other, 3].map((id) => may(caller, "read", id))).toEqual([true, true, false]);
  expect(may(caller, "create")).toBe(false);
});
