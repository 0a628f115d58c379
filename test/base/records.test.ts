import { expect, test } from "vitest";
import { type Author, rootActor } from "../../src/base/author.ts";
import { ChangeLog } from "../../src/base/change-log.ts";
import { invalid } from "../../src/base/errors.ts";
import { type RecordChange, RecordSet } from "../../src/base/record-set.ts";
import { type MadeChange, Records } from "../../src/base/records.ts";

type Notes = { readonly note: { readonly id: number; readonly text: string } };
type NoteChange = RecordChange<Notes>;
const routine: Author = { routine: "move" };

function openRecords({ isNoting = true, announce = async () => {} } = {}) {
  const changes: NoteChange[] = [];
  const made: MadeChange<Notes>[] = [];
  const log = new ChangeLog<NoteChange, RecordSet<Notes>>({
    table: {
      changesAfter: async (last) => changes.filter(({ change }) => change > last),
      append: async (change) => void changes.push(change),
    },
    state: new RecordSet<Notes>(),
    apply: (set, after) => {
      set.apply(after);
      return set;
    },
  });
  const note = async (change: MadeChange<Notes>) => void made.push(change);
  const records = new Records<Notes, RecordSet<Notes>, NoteChange>({
    log,
    note: isNoting ? note : undefined,
    missing: "NOT_FOUND",
    announce,
  });
  const create = (by: Author, text: string) => {
    return records.create(by, "note", (_, id) => ({ id, text }));
  };
  return { records, create, changes, made };
}

test("each change of a caller is noted, with the record as it was and as it is", async () => {
  const { records, create, made } = openRecords();
  const one = await create(rootActor, "one");
  const two = await records.update(rootActor, "note", 1, (before) => ({ ...before, text: "two" }), {
    websiteId: 7,
  });
  await records.remove(rootActor, "note", 1, ({ id }) => ({ id }));

  expect(made).toEqual([
    { by: rootActor, kind: "note", before: undefined, after: one },
    { by: rootActor, kind: "note", before: one, after: two, websiteId: 7 },
    { by: rootActor, kind: "note", before: two, after: undefined },
  ]);
});

test("what is refused, or changes nothing, is not noted, and neither are routines", async () => {
  const { records, create, made, changes } = openRecords();
  await create(routine, "one");
  await records.update(rootActor, "note", 1, () => undefined);
  const refused = records.update(rootActor, "note", 1, () => {
    throw invalid({ text: ["is wrong"] });
  });
  await expect(refused).rejects.toMatchObject({ code: "VALIDATION" });
  const missing = records.remove(rootActor, "note", 2, ({ id }) => ({ id }));
  await expect(missing).rejects.toMatchObject({ code: "NOT_FOUND" });

  expect([changes.length, made]).toEqual([1, []]);
});

test("a change that others have not heard of is noted all the same", async () => {
  const announce = async () => {
    throw new Error("no answer");
  };
  const { create, made } = openRecords({ announce });
  await expect(create(rootActor, "one")).rejects.toThrow("no answer");

  expect(made).toMatchObject([{ by: rootActor, before: undefined }]);
});

test("a process without the audit list changes nothing for a caller", async () => {
  const { create, changes } = openRecords({ isNoting: false });
  await expect(create(rootActor, "one")).rejects.toThrow(/without the audit list/);
  await create(routine, "two");

  expect(changes.map(({ record }) => record)).toEqual([{ id: 1, text: "two" }]);
});
