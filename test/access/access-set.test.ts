import { expect, test } from "vitest";
import { type AccessChange, AccessSet } from "../../src/access/access-set.ts";
import { newPerson } from "../../src/access/people.ts";

function change(number: number, id: number, email: string): AccessChange<"person"> {
  const content = newPerson({ email, name: "", role: "member", grants: [] }, 0);
  const record = { id, content };
  return { change: number, writer: "", kind: "person", record, deleted: false };
}

test("an e-mail address that somebody gave up and another one took finds the other one", () => {
  const set = new AccessSet();
  set.apply([change(1, 1, "a@example.com")]);
  // The store has forgotten change 2, which gave the address up, as change 4 replaced it.
  set.apply([change(3, 2, "a@example.com"), change(4, 1, "c@example.com")]);

  expect(set.findByEmail("a@example.com")?.id).toBe(2);
  expect(set.findByEmail("c@example.com")?.id).toBe(1);
});

test("lists are in the order of the ids, also in a process that reads all changes at once", () => {
  const set = new AccessSet();
  set.apply([change(2, 2, "b@example.com"), change(3, 3, "c@example.com")]);
  set.apply([change(4, 1, "a@example.com")]);

  expect(set.list("person").map(({ id }) => id)).toEqual([1, 2, 3]);
});

test("a deleted record is found by nothing, and its id is not used again", () => {
  const set = new AccessSet();
  set.apply([change(1, 1, "a@example.com")]);
  const record = { id: 1, content: null };
  set.apply([{ change: 2, writer: "", kind: "person", record, deleted: true }]);

  expect(set.findByEmail("A@Example.com")).toBeUndefined();
  expect([set.count("person"), set.lastId("person")]).toEqual([0, 1]);
});
