import { expect, test } from "vitest";
import type { ApiKey } from "../../src/access/api-key.ts";
import { People } from "../../src/access/people.ts";
import { endRestoredAccess, keyLine } from "../../src/commands/restored-access.ts";
import { type AccessChanges, openAccess } from "../access/memory-access.ts";
import { byTest } from "../helpers/author.ts";

const nowMs = Date.parse("2026-11-27T12:00:00Z");
const now = () => nowMs;
const key: ApiKey = {
  name: "Weekly report",
  hash: "h",
  may: ["read"],
  websites: "all",
  expiresMs: null,
  createdMs: nowMs,
  createdBy: { kind: "root", id: null, name: "" },
  lastUsedOn: null,
};

/** Returns the records of a backup: somebody who is signed in, and somebody who is invited. */
async function restored() {
  const changes: AccessChanges = [];
  const access = await openAccess(changes);
  const people = new People(access, now);
  const ada = { name: "", role: "owner", grants: [] } as const;
  const { token } = await people.invite(byTest, { email: "ada@example.com", ...ada });
  const person = await people.useLink(token, "invitation", { passwordHash: "x" });
  const { session } = await people.openSession(person, { label: "" });
  const reset = await people.renewLink(byTest, person.id);
  const invited = await people.invite(byTest, { email: "eve@example.com", ...ada });
  for (const expiresMs of [null, nowMs, nowMs + 1]) {
    await access.create(byTest, "key", () => ({ ...key, hash: String(expiresMs), expiresMs }));
  }
  return { changes, access, people, person, session, reset, invited };
}

test("a restore ends sessions, invitations and links for new passwords", async () => {
  const { access, people, person, reset, invited } = await restored();
  expect(people.sessionsOf(person)).toHaveLength(1);
  await endRestoredAccess(access, { endsKeys: false, now });

  const after = access.all.find("person", person.id) ?? person;
  expect(people.sessionsOf(after)).toEqual([]);
  expect(await people.ofLink(reset.token, "reset")).toBeUndefined();
  expect(await people.ofLink(invited.token, "invitation")).toBeUndefined();
  // Both go on from there.
  const { session } = await people.openSession(after, { label: "" });
  expect(people.sessionsOf(after).map(({ id }) => id)).toEqual([session.id]);
  const again = await people.renewLink(byTest, invited.person.id);
  expect(await people.ofLink(again.token, "invitation")).toBeDefined();
});

test("what has ended already is no change", async () => {
  const { changes, access } = await restored();
  await endRestoredAccess(access, { endsKeys: false, now });
  const count = changes.length;
  await endRestoredAccess(access, { endsKeys: false, now });

  expect(changes).toHaveLength(count);
});

test("keys that hold again are told, or end", async () => {
  const { access } = await restored();
  const kept = await endRestoredAccess(access, { endsKeys: false, now });

  expect(kept.map(({ id }) => id)).toEqual([1, 3]);
  expect(kept.slice(0, 1).map(keyLine)).toEqual([
    '1 "Weekly report": read; made 2026-11-27, used never',
  ]);
  const hidden = { ...key, name: "a\u202eb\n2 x", lastUsedOn: "2026-11-26" };
  expect(keyLine({ id: 1, content: hidden })).toBe(
    '1 "ab2 x": read; made 2026-11-27, used 2026-11-26',
  );
  expect(await endRestoredAccess(access, { endsKeys: true, now })).toEqual([]);
  expect(access.all.list("key")).toEqual([]);
});

test("a store that does not answer is no restore", async () => {
  const failing = new Error("down");
  const access = await openAccess();
  access.refresh = async () => {
    throw failing;
  };

  await expect(endRestoredAccess(access, { endsKeys: false, now })).rejects.toBe(failing);
});
