import { expect, test } from "vitest";

import { may as mayOnServer } from "../../../src/access/rights.ts";
import { type Me, may, type Need } from "../../../src/dashboard/api/me.ts";

type Rights = Parameters<typeof mayOnServer>[0];

const needs: readonly Need[] = ["write", "create", "admin"];
const websites = [undefined, 1, 2];
const all = "all" as const;
const ip = "203.0.113.7";

/** Returns the caller as the server knows it, and as `GET /api/v1/me` shows it. */
function key(rights: Me["may"], ids: Me["websites"]): [Rights, Me] {
  const content = { may: rights, websites: ids };
  const me: Me = { kind: "key", name: "", may: rights, websites: ids, ip };
  return [{ kind: "key", key: { id: 1, content } } as unknown as Rights, me];
}

function person(role: "owner" | "member", grants: NonNullable<Me["grants"]>): [Rights, Me] {
  const content = { role, grants };
  const me: Me = { kind: "person", name: "", may: [], websites: [], role, grants, ip };
  return [{ kind: "person", person: { id: 1, content } } as unknown as Rights, me];
}

const callers: readonly (readonly [string, readonly [Rights, Me]])[] = [
  ["a root key", [{ kind: "root" }, { kind: "root", name: "", may: [], websites: all, ip }]],
  ["a key that may read all", key(["read"], all)],
  ["a key that may write all", key(["read", "write"], all)],
  ["a key that may write one", key(["write"], [1])],
  ["a key that may collect", key(["collect", "operate"], all)],
  ["an owner", person("owner", [])],
  ["a member without a grant", person("member", [])],
  ["a member that views all", person("member", [{ website_id: all, may: "view" }])],
  ["a member that edits all", person("member", [{ website_id: all, may: "edit" }])],
  [
    "a member that edits one",
    person("member", [
      { website_id: all, may: "view" },
      { website_id: 1, may: "edit" },
    ]),
  ],
];

test.each(callers)("%s sees the controls that the server lets it use", (_who, [rights, me]) => {
  for (const need of needs) {
    for (const id of websites) {
      // No control changes something of a website without naming it.
      if (need === "write" && id === undefined) continue;
      expect([need, id, may(me, need, id)]).toEqual([need, id, mayOnServer(rights, need, id)]);
    }
  }
});

test("nobody sees a control before the caller is known", () => {
  for (const need of needs) expect(may(undefined, need, 1)).toBe(false);
});
