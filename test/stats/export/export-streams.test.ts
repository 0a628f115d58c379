import { expect, test } from "vitest";

import { Problem } from "../../../src/base/errors.ts";
import { countsOf, headers, oneDay, path, pieceOf, startExporting, textOf } from "./exporting.ts";
import { columns } from "./files.ts";

const header = `${columns.join(",")}\r\n`;

test("slices follow each other, behind one header in CSV", async () => {
  const days = [
    { date: "2026-11-01", events: 200_000 },
    { date: "2026-11-02", events: 600_000 },
    { date: "2026-11-03", events: 1 },
  ];
  const texts = ["a\r\n", "b\r\n", "c\r\n", "d\r\n", "e\r\n"];
  const { url, statements } = await startExporting({
    days,
    stream: () => pieceOf(texts[statements.length] ?? "")(),
  });
  const reply = await fetch(`${url}${path}`, { headers: { ...headers, accept: "text/csv" } });

  expect(await reply.text()).toBe(header + texts.join(""));
  expect(statements).toHaveLength(5);
  expect(new Set(statements.map(({ limits }) => limits.threadsMax))).toEqual(new Set([1]));
});

test.each([
  ["its first slice", [new Problem("QUERY_TOO_LONG")], 503],
  ["a later slice", [pieceOf("first\n"), new Problem("QUERY_TOO_LONG")], 200],
])("an error of %s never looks like an end", async (_which, slices, status) => {
  const left = [...slices];
  const { url, app } = await startExporting({
    days: [
      { date: "2026-11-01", events: 250_000 },
      { date: "2026-11-02", events: 1 },
    ],
    stream: async () => {
      const slice = left.shift();
      if (typeof slice === "function") return slice();
      throw slice;
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(status);
  if (status === 200) await expect(reply.text()).rejects.toThrow();
  else expect(await reply.json()).toMatchObject({ code: "QUERY_TOO_LONG" });
  expect(reply.headers.has("content-disposition")).toBe(status === 200);
  expect(app.refusals.QUERY_TOO_LONG).toBe(status === 200 ? 0 : 1);
  // The place is free again.
  left.push(pieceOf("a\n"), pieceOf("b\n"));
  expect(await (await fetch(`${url}${path}`, { headers })).text()).toBe("a\nb\n");
});

test("an export breaks off if its events were deleted while it was read", async () => {
  let isDeleted = false;
  const { url } = await startExporting({
    rows: async (query) => {
      const text = textOf(query);
      if (text.includes("AS dayAfter"))
        return (isDeleted ? [{ importId: 0, dayAfter: "2026-12-01" }] : []) as never[];
      return text.includes("'' AS rollupId") ? countsOf(oneDay) : [];
    },
    stream: () => {
      isDeleted = true;
      return pieceOf("event\n")();
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  expect((await fetch(`${url}${path}`, { headers })).status).toBe(422);
});

test.each([
  ["begun", { rollupId: "undo", gone: 2 }],
  ["ended", undefined],
])("an export breaks off if the undo of an import has %s meanwhile", async (_how, removal) => {
  let isUndone = false;
  const { url } = await startExporting({
    rows: async (query) => {
      if (!textOf(query).includes("'' AS rollupId")) return [];
      if (!isUndone) return countsOf(oneDay);
      if (removal === undefined) return [];
      const undone = oneDay.map((day) => ({ ...day, ...removal }));
      return [...countsOf(oneDay), ...undone] as never[];
    },
    stream: () => {
      isUndone = true;
      return pieceOf("event\n")();
    },
  });
  const reply = await fetch(`${url}${path}`, { headers });

  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
});

test("an export that waits too long for another one is refused", async () => {
  const { url } = await startExporting({ capacity: { exportWaitMsMax: 100 } });
  const unread = await fetch(`${url}${path}`, { headers });
  const reply = await fetch(`${url}${path}`, { headers });

  expect([reply.status, reply.headers.get("retry-after")]).toEqual([503, "2"]);
  expect(await reply.json()).toMatchObject({ code: "OVERLOADED" });
  // An answer that nobody refers to any more may be garbage, whose connection is closed.
  await unread.body?.cancel();
});
