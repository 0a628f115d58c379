import { expect, test } from "vitest";
import type { AccessChange } from "../../src/access/access-set.ts";
import { People } from "../../src/access/people.ts";
import { StoredAccess } from "../../src/access/stored-access.ts";
import { grantsMax } from "../../src/model/limits.ts";
import { byTest } from "../helpers/author.ts";
import { eventually } from "../helpers/eventually.ts";

async function openPeople() {
  const changes: AccessChange[] = [];
  const access = await StoredAccess.open({
    changesAfter: async (last) => changes.filter(({ change }) => change > last),
    append: async (change) => void changes.push(change),
  });
  return new People(access, Date.now);
}

test("a person has a thousand grants at most, however they are given", async () => {
  const people = await openPeople();
  const grants = Array.from({ length: grantsMax }, (_, i) => {
    return { website_id: i + 1, may: "view" as const };
  });
  const person = { email: "a@example.com", name: "", role: "member" as const, grants };
  const { id } = (await people.invite(byTest, person)).person;

  await expect(people.grant(byTest, id, grantsMax + 1, "view")).rejects.toMatchObject({
    code: "VALIDATION",
  });
  expect((await people.grant(byTest, id, 1, "edit")).content.grants).toHaveLength(grantsMax);
  expect((await people.grant(byTest, id, 2, undefined)).content.grants).toHaveLength(grantsMax - 1);
});

test("a person has a hundred sessions at most; the oldest end", async () => {
  const people = await openPeople();
  const invited = { email: "a@example.com", name: "", role: "member" as const, grants: [] };
  const { token } = await people.invite(byTest, invited);
  const person = await people.useLink(token, "invitation", { passwordHash: "hash" });
  for (let i = 0; i < 105; i += 1) await people.openSession(person, { label: "" });

  await eventually(() => {
    const ids = people.sessionsOf(person).map(({ id }) => id);
    expect([ids.length, ids[0], ids.at(-1)]).toEqual([100, 105, 6]);
  });
});

test("the sessions of a person who is removed are deleted at the next sign-in", async () => {
  const people = await openPeople();
  const join = async (email: string) => {
    const { token } = await people.invite(byTest, { email, name: "", role: "member", grants: [] });
    return people.useLink(token, "invitation", { passwordHash: "hash" });
  };
  const [gone, other] = [await join("a@example.com"), await join("b@example.com")];
  const { session } = await people.openSession(gone, { label: "" });
  await people.remove(byTest, gone.id);
  await people.openSession(other, { label: "" });

  await eventually(() => expect(people.all.find("session", session.id)).toBeUndefined());
  expect(people.sessionsOf(other)).toHaveLength(1);
});
