import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { statement } from "../../src/clickhouse/sql.ts";
import { stopAll } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { startFootfall, type TestFootfall } from "../helpers/footfall.ts";
import { newDatabase } from "../helpers/footfalls.ts";

/** Two processes on one store. */
let footfalls: [TestFootfall, TestFootfall];
let url: string;
beforeAll(async () => {
  url = await newDatabase();
  const env = { CLICKHOUSE_URL: url };
  footfalls = [await startFootfall(env), await startFootfall(env)];
});
afterAll(stopAll);

const signup = { type: "event", value: "Signup" };
const run = (text: string) => footfalls[0].server.store.db.run(statement(text));
let sites = 0;
async function newSite() {
  sites += 1;
  const { id } = await footfalls[0].store(`several-${sites}.example`);
  const ask = (which: 0 | 1, below: string, method = "GET", body?: object, headers = {}) =>
    footfalls[which].request(`/api/v1/websites/${id}${below}`, {
      method,
      headers,
      ...(body && { body }),
    });
  return { id, ask };
}

describe("two processes", () => {
  test("see each other's changes", async () => {
    const { ask } = await newSite();
    expect((await ask(1, "/goals")).json.data).toEqual([]);
    await ask(0, "/goals", "POST", { ...signup, name: "a" });

    const seen = () => ask(1, "/goals").then(({ json }) => json.data[0]?.name);
    await eventually(async () => expect(await seen()).toBe("a"));
    await ask(0, "/goals/1", "PATCH", { name: "b" });
    await eventually(async () => expect(await seen()).toBe("b"));
    await ask(0, "/goals/1", "DELETE");
    await eventually(async () => expect(await seen()).toBeUndefined());
  });

  test("lose no change that both make at once, and use no id or name twice", async () => {
    const { ask } = await newSite();
    const names = Array.from({ length: 20 }, (_, n) => `goal ${Math.floor(n / 2)}`);
    const replies = await Promise.all(
      names.map((name, n) => ask(n % 2 === 0 ? 0 : 1, "/goals", "POST", { ...signup, name })),
    );
    const made = replies.filter(({ status }) => status === 201).map(({ json }) => json.data);
    expect(made.map(({ id }) => id).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(new Set(made.map(({ name }) => name)).size).toBe(10);

    const changes = [{ name: "new" }, { value: "New" }, { type: "page" }, { props: { a: 1 } }];
    await Promise.all(
      changes.map((body, n) => ask(n % 2 === 0 ? 0 : 1, "/goals/1", "PATCH", body)),
    );
    for (const which of [0, 1] as const) {
      await eventually(async () =>
        expect((await ask(which, "/goals/1")).json.data).toMatchObject({
          name: "new",
          value: "New",
          type: "page",
          props: { a: "1" },
        }),
      );
    }
  });

  test("make one annotation of one key", async () => {
    const { ask } = await newSite();
    const note = { date: "2026-11-20", text: "x" };
    const headers = { "idempotency-key": "deploy" };
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        ask(n % 2 === 0 ? 0 : 1, "/annotations", "POST", note, headers),
      ),
    );

    expect(replies.map(({ status, json }) => [status, json.data.id])).toEqual(
      Array(10).fill([201, 1]),
    );
  });
});

test("everything is there after a start, and ids go on", async () => {
  const { id, ask } = await newSite();
  for (const name of ["a", "b", "c"]) await ask(0, "/goals", "POST", { ...signup, name });
  await ask(0, "/goals/3", "DELETE");
  await ask(0, "/goals/1", "PATCH", { name: "changed" });
  const note = { date: "2026-11-20", text: "x" };
  for (const key of ["changed", "deleted"]) {
    await ask(0, "/annotations", "POST", note, { "idempotency-key": key });
  }
  await ask(0, "/annotations/1", "PATCH", { text: "y" });
  await ask(0, "/annotations/2", "DELETE");
  await run("OPTIMIZE TABLE definitions FINAL");

  const later = await startFootfall({ CLICKHOUSE_URL: url });
  const path = `/api/v1/websites/${id}/goals`;
  const names = (await later.request(path)).json.data.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["b", "changed"]);
  const made = await later.request(path, { body: { ...signup, name: "c" } });
  expect(made.json.data.id).toBe(4);
  for (const [key, annotation] of [
    ["changed", { id: 1, text: "y" }],
    ["deleted", { id: 2, text: "x" }],
  ] as const) {
    const headers = { "idempotency-key": key };
    const again = await later.request(`/api/v1/websites/${id}/annotations`, {
      body: note,
      headers,
    });
    expect(again.json.data).toMatchObject(annotation);
  }
});

test("a website has at most 10,000 annotations, and its list is still quick to page", async () => {
  const { id, ask } = await newSite();
  const body = { content: { date: "2026-11-20", time: null, text: "x", public: 0 } };
  await run(
    `INSERT INTO definitions SELECT ${id}, 'annotation', number + 1, number + 1,
      generateUUIDv4(), false, '${JSON.stringify(body)}', now(), now() FROM numbers(9999)`,
  );
  await eventually(async () => expect((await ask(0, "/annotations")).json.meta.total).toBe(9_999));
  const note = { date: "2026-11-21", text: "last" };
  expect((await ask(0, "/annotations", "POST", note)).json.data.id).toBe(10_000);
  expect(Object.keys((await ask(0, "/annotations", "POST", note)).json.errors)).toEqual(["body"]);
  const page = await ask(0, "/annotations?per_page=100&page=100&sort=asc");
  expect([page.json.data.length, page.json.data[99].text]).toEqual([100, "last"]);
});
