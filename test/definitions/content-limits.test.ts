import { expect, test } from "vitest";
import type { Annotation } from "../../src/definitions/annotation.ts";
import { definitionsMax, type Kind } from "../../src/definitions/definition.ts";
import type { DefinitionChange } from "../../src/definitions/definition-set.ts";
import { type Import, newImport } from "../../src/definitions/import.ts";
import { StoredDefinitions } from "../../src/definitions/stored-definitions.ts";
import { ImportFailed } from "../../src/import/problems.ts";
import { RunningImport } from "../../src/import/run/running-import.ts";
import { byTest } from "../helpers/author.ts";

const mebibyte = 1024 ** 2;

function definitionsOf(changes: DefinitionChange[] = []): StoredDefinitions {
  const table = {
    changesAfter: async (last: number) => changes.slice(last),
    append: async (change: DefinitionChange) => void changes.push(change),
  };
  return new StoredDefinitions(() => table, Date.now, undefined);
}

/** Returns an import whose content has so many bytes. */
function importOf(bytes: number): Import {
  const make = (ignored: readonly string[]) =>
    newImport({
      source: "umami",
      kind: "events",
      digest: "",
      options: {},
      isDryRun: false,
      files: [],
      ignored,
      upload: "x",
    });
  return make(["x".repeat(bytes - JSON.stringify(make([""])).length)]);
}

const tooLarge = {
  code: "VALIDATION",
  fields: { body: [expect.stringMatching(/1,048,576 bytes/)] },
};

test("no definition has more than a mebibyte, in the bytes of UTF-8", async () => {
  const definitions = definitionsOf();
  await definitions.create(byTest, 1, "import", () => importOf(mebibyte));
  await expect(
    definitions.create(byTest, 1, "import", () => importOf(mebibyte + 1)),
  ).rejects.toMatchObject(tooLarge);
  const text = { date: "2025-01-01", time: null, public: 0, text: "漢".repeat(mebibyte / 2) };
  const annotation = text as unknown as Annotation;
  await expect(definitions.create(byTest, 1, "annotation", () => annotation)).rejects.toMatchObject(
    tooLarge,
  );
  const { id } = await definitions.create(byTest, 1, "annotation", () => ({
    ...annotation,
    text: "x",
  }));
  await expect(
    definitions.update(byTest, 1, "annotation", id, () => annotation),
  ).rejects.toMatchObject(tooLarge);
});

test("an import at the limit can end and be undone, but not grow", async () => {
  const definitions = definitionsOf();
  const { id: importId } = await definitions.create(byTest, 1, "import", () => importOf(mebibyte));
  const running = new RunningImport({
    definitions,
    websiteId: 1,
    importId,
    assertOwner: () => {},
    now: Date.now,
    signal: new AbortController().signal,
  });
  const unmapped = { country: { ["x".repeat(2_000)]: 1 } };
  await expect(running.update({ unmapped })).rejects.toThrow(ImportFailed);
  await running.finish({ status: "failed", problem: "The report has become too large" });
  const undone = await definitions.update(byTest, 1, "import", importId, (before) => {
    return { ...before, status: "deleting" };
  });
  expect(undone.content.status).toBe("deleting");
});

test("all definitions of a website together have a limit", async () => {
  const definitions = definitionsOf();
  const make = () => definitions.create(byTest, 1, "import", () => importOf(mebibyte));
  const fill = async () => {
    for (let made = 0; made < 100; made += 1) await make();
  };
  await expect(fill()).rejects.toMatchObject({
    fields: { body: [expect.stringMatching(/together are too large/)] },
  });
  const list = (await definitions.latest(1)).list("import");
  expect(list.length).toBeLessThan(30);
  // Whatever there is can still be deleted, and makes room.
  await definitions.remove(byTest, 1, "import", list[0]?.id ?? 0);
  await make();
});

test.each(Object.entries(definitionsMax) as [Kind, number][])(
  "of each kind a website has so many: %s, %i",
  async (kind, max) => {
    const at = new Date(0);
    const times = { createdAt: at, updatedAt: at };
    const stored = Array.from({ length: max }, (_, nth) => {
      const record = { id: nth + 1, content: { name: `${nth}` } as never, ...times };
      return { change: nth + 1, writer: "", kind, record, deleted: false };
    });
    const definitions = definitionsOf(stored);
    const add = () => definitions.create(byTest, 1, kind, () => ({ name: "one more" }) as never);
    const errors = { body: [`a website has at most ${max.toLocaleString("en")} ${kind}s`] };
    await expect(add()).rejects.toMatchObject({ code: "VALIDATION", fields: errors });
    await definitions.remove(byTest, 1, kind, 1);
    expect((await add()).id).toBe(max + 1);
  },
);
