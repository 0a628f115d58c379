import Fastify from "fastify";
import { expect, onTestFinished, test } from "vitest";
import type { QueryLimits } from "../../src/clickhouse/database.ts";
import { queryCaller } from "../../src/http/reports/query-route.ts";
import { useProblems } from "../../src/http/shell/problems.ts";
import { pluginTimeoutMs } from "../../src/http/shell/server-limits.ts";
import { type QueryCapacity, QueryScheduler } from "../../src/stats/query-scheduler.ts";
import { eventually } from "../helpers/eventually.ts";
import { silent } from "../helpers/shipping.ts";

/** Starts an application with a heavy and a light query, which the test ends. */
function appWith(capacity: Partial<QueryCapacity> = {}) {
  const app = Fastify({ pluginTimeout: pluginTimeoutMs });
  app.decorate("refusals", {} as never);
  useProblems(app, silent);
  onTestFinished(() => app.close());
  const scheduler = new QueryScheduler({ heavyMax: 2, timeMsMax: 60_000, ...capacity }, silent);
  const begun = { heavy: [] as QueryLimits[], light: [] as QueryLimits[] };
  const ends: (() => void)[] = [];
  for (const [prefix, priority] of [
    ["", "owner"],
    ["/viewer", "viewer"],
  ] as const) {
    for (const weight of ["heavy", "light"] as const) {
      app.get(`${prefix}/${weight}`, (_request, reply) =>
        scheduler.turnsFor(queryCaller(reply, priority))(weight, (given) => {
          begun[weight].push(given);
          return new Promise((resolve) => {
            ends.push(() => resolve({ weight }));
          });
        }),
      );
    }
  }
  const ask = (weight: "heavy" | "light" | "viewer/heavy", signal?: AbortSignal) =>
    app.inject({ url: `/${weight}`, ...(signal !== undefined && { signal }) });
  return { ask, begun, end: () => ends.shift()?.() };
}

test("a limited number of heavy queries runs at once, and light ones do not wait for them", async () => {
  const { ask, begun, end } = appWith();
  const heavy = Promise.all([ask("heavy"), ask("heavy"), ask("heavy"), ask("heavy")]);
  await eventually(async () => expect(begun.heavy).toHaveLength(2));
  const light = Promise.all(Array.from({ length: 17 }, () => ask("light")));
  await eventually(async () => expect(begun.light).toHaveLength(16));

  expect(begun.heavy).toHaveLength(2);
  end();
  await eventually(async () => expect(begun.heavy).toHaveLength(3));
  for (let ended = 1; ended < 21; ended += 1) {
    end();
    await new Promise(setImmediate);
  }
  const statuses = [...(await heavy), ...(await light)].map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect([begun.heavy.length, begun.light.length]).toEqual([4, 17]);
});

test("however many viewers ask, an owner waits for one of their queries", async () => {
  const { ask, begun, end } = appWith({ heavyMax: 1 });
  const viewers = Promise.all(Array.from({ length: 12 }, () => ask("viewer/heavy")));
  await eventually(async () => expect(begun.heavy).toHaveLength(1));
  const owners = Promise.all([ask("heavy"), ask("heavy")]);
  await new Promise(setImmediate);
  for (let ended = 1; ended <= 3; ended += 1) {
    end();
    await eventually(async () => expect(begun.heavy).toHaveLength(ended + 1));
  }
  expect((await owners).map(({ statusCode }) => statusCode)).toEqual([200, 200]);

  for (let ended = 4; ended <= 14; ended += 1) {
    await eventually(async () => expect(begun.heavy).toHaveLength(ended));
    end();
  }
  const statuses = (await viewers).map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("viewers leave owners one of several heavy queries", async () => {
  const { ask, begun, end } = appWith({ heavyMax: 3 });
  const viewers = Promise.all(Array.from({ length: 4 }, () => ask("viewer/heavy")));
  await eventually(async () => expect(begun.heavy).toHaveLength(2));
  const owner = ask("heavy");
  await eventually(async () => expect(begun.heavy).toHaveLength(3));

  for (let begunMin = 3; begunMin <= 5; begunMin += 1) {
    await eventually(async () => expect(begun.heavy.length).toBeGreaterThanOrEqual(begunMin));
    end();
  }
  for (let ended = 4; ended <= 5; ended += 1) {
    end();
    await new Promise(setImmediate);
  }
  const statuses = [await owner, ...(await viewers)].map(({ statusCode }) => statusCode);
  expect(new Set(statuses)).toEqual(new Set([200]));
});

test("a viewer's query ends before an owner has waited too long for it", async () => {
  const { ask, begun, end } = appWith({ heavyMax: 1 });
  const nowMs = performance.now();
  const viewer = ask("viewer/heavy");
  await eventually(async () => expect(begun.heavy).toHaveLength(1));

  const leftMs = (begun.heavy[0]?.deadlineMs ?? 0) - nowMs;
  expect(leftMs).toBeGreaterThan(0);
  expect(leftMs - (performance.now() - nowMs)).toBeLessThanOrEqual(8_000);
  end();
  await viewer;
});

test("a query that is given up while it waits never runs", async () => {
  const { ask, begun, end } = appWith({ heavyMax: 1 });
  const first = ask("heavy");
  await eventually(async () => expect(begun.heavy).toHaveLength(1));
  const client = new AbortController();
  const waiting = ask("heavy", client.signal);
  const last = ask("heavy");
  const ended = expect(waiting).rejects.toThrow();
  await new Promise(setImmediate);
  client.abort();
  await ended;

  end();
  await first;
  await eventually(async () => expect(begun.heavy).toHaveLength(2));
  end();
  expect((await last).statusCode).toBe(200);
  expect(begun.heavy).toHaveLength(2);
});

test("a heavy query gets all threads, shared with the queries running then; a light one gets one", async () => {
  const { ask, begun, end } = appWith({ heavyMax: 3, threadsMax: 5 });
  const asked = [ask("heavy"), ask("light")];
  await eventually(async () => expect([begun.heavy.length, begun.light.length]).toEqual([1, 1]));
  asked.push(ask("heavy"));
  await eventually(async () => expect(begun.heavy).toHaveLength(2));
  asked.push(ask("heavy"));
  await eventually(async () => expect(begun.heavy).toHaveLength(3));
  for (const _ of asked) end();
  await Promise.all(asked);

  expect(begun.heavy.map(({ threadsMax }) => threadsMax)).toEqual([5, 2, 1]);
  expect(begun.light[0]?.threadsMax).toBe(1);
});

test("a query's time begins with its turn, and its turns learn of all its limits", async () => {
  const given = { heavyMax: 1, timeMsMax: 50_000, threadsMax: 3, memoryBytesMax: 1_000 };
  const { ask, begun, end } = appWith(given);
  const [first, second] = [ask("heavy"), ask("heavy")];
  await eventually(async () => expect(begun.heavy).toHaveLength(1));
  const turnMs = performance.now();
  end();
  await eventually(async () => expect(begun.heavy).toHaveLength(2));
  end();
  await Promise.all([first, second]);

  expect(begun.heavy[1]).toMatchObject({ threadsMax: 3, memoryBytesMax: 1_000 });
  expect(begun.heavy[1]?.deadlineMs).toBeGreaterThanOrEqual(turnMs + 50_000);
  expect(begun.heavy[1]?.deadlineMs).toBeLessThanOrEqual(performance.now() + 50_000);
  // An answer ends the request; it does not give it up.
  expect(begun.heavy[1]?.signal.aborted).toBe(false);
});
