import type { AccessChange, AccessRecords } from "../../src/access/access-set.ts";
import type { Person } from "../../src/access/person.ts";
import { StoredAccess } from "../../src/access/stored-access.ts";
import type { ChangeTable } from "../../src/base/change-log.ts";
import type { Note } from "../../src/base/records.ts";

/** The changes of records that processes share, in memory. */
export type AccessChanges = AccessChange[];

/** Opens the records of one process. */
export function openAccess(
  changes: AccessChanges = [],
  note: Note<AccessRecords> = async () => {},
): Promise<StoredAccess> {
  const table: ChangeTable<AccessChange> = {
    changesAfter: async (last) => changes.filter(({ change }) => change > last),
    append: async (change) => {
      if (changes.every((stored) => stored.change !== change.change)) changes.push(change);
    },
  };
  return StoredAccess.open(table, { note });
}

/** Returns a member who is active, but for what differs. */
export function personWith(differences: Partial<Person> = {}): Person {
  return {
    email: "ada@example.com",
    name: "Ada",
    role: "member",
    state: "active",
    grants: [],
    passwordHash: "",
    identities: [],
    link: null,
    sessionsAfter: 0,
    keptSession: 0,
    createdMs: 0,
    lastSeenOn: null,
    ...differences,
  };
}
