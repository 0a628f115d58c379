import { expect, test } from "vitest";

import type { Person } from "../../../src/access/person.ts";
import type { Session } from "../../../src/access/session.ts";
import { shownProblem } from "../../../src/http/notifications/test-results.ts";

const problem = "550 <eve@example.com>: user unknown";
const session = { id: 1, content: {} as Session, createdMs: 0, updatedMs: 0 };

/** Returns what Eve, who is person 3, reads of a problem of this recipient. */
function seenByEve(role: Person["role"], to: string, known: readonly string[] = []) {
  const content = { email: "Eve@example.com", role, grants: [] } as unknown as Person;
  const person = { id: 3, content, createdMs: 0, updatedMs: 0 };
  return shownProblem({ kind: "person", person, session }, { to, problem }, known);
}

test.each(["person 3", "mail eve@example.com"])("%s reads the own problem", (to) => {
  expect(seenByEve("member", to)).toBe(problem);
});

test("a member reads what a mail server said of the addresses that it knows alone", () => {
  expect(seenByEve("member", "mail ada@example.com", ["Ada@example.com"])).toBe(problem);
  for (const to of ["person 1", "mail ada@example.com", ""]) {
    expect(seenByEve("member", to, ["bob@example.com"])).toBe("the mail could not be sent");
    expect(seenByEve("owner", to)).toBe(problem);
  }
});
