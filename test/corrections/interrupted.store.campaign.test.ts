import { pino } from "pino";
import { expect, test } from "vitest";

import type { Database } from "../../src/clickhouse/database.ts";
import { type CorrectionChange, newCorrection } from "../../src/definitions/correction.ts";
import { Corrections } from "../../src/server/corrections/corrections.ts";
import { openDefinitions } from "../../src/server/parts/open-services.ts";
import { byTest } from "../helpers/author.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { pagesOf } from "./correcting.ts";
import { range } from "./reports.ts";

const footfall = openFootfall(shareFootfall);

class Killed extends Error {}

/** Returns the store of a process that dies at its nth change, before or after it was made. */
function dying(db: Database, nth: number, when: "before" | "after"): Database {
  let calls = 0;
  const wrapped =
    <Args extends unknown[]>(call: (...args: Args) => Promise<void>) =>
    async (...args: Args) => {
      calls += 1;
      if (calls > nth || (calls === nth && when === "before")) throw new Killed();
      await call(...args);
      if (calls === nth) throw new Killed();
    };
  const made: Pick<Database, "run" | "insert"> = {
    run: wrapped(db.run.bind(db)),
    insert: wrapped(db.insert.bind(db)),
  };
  return new Proxy(db, {
    get: (target, name) => {
      if (name === "run" || name === "insert") return made[name];
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

/** Runs the website's correction until its end, or until the process dies. */
async function run(db: Database, id: number, domain: string): Promise<void> {
  const definitions = openDefinitions(db, Date.now);
  const corrections = new Corrections({
    stores: [{ name: "1", key: "", db, definitions }],
    first: db,
    findWebsite: (wanted) =>
      wanted === id ? ({ id, domain, placement: { shard: "" } } as never) : undefined,
    shipped: async () => {},
    forgotten: async () => {},
    onChange: () => {},
    logger: pino({ level: "silent" }),
    now: Date.now,
  });
  try {
    await corrections.run();
  } catch (error) {
    // The driver of a process that is gone loses its last answer.
    if (!(error instanceof Killed)) throw error;
  } finally {
    await corrections.stop();
  }
}

const rename: CorrectionChange = {
  kind: "pages",
  rules: [{ match: "/users/*", page: "/users/:id", keepsQuery: true }],
};
const remove: CorrectionChange = {
  kind: "delete",
  unit: "visitor_day",
  filters: { page: ["/users/1"] },
};
const before = { "/users/1": 2, "/users/2": 2, "/": 2 };

test.each([
  [rename, { "/users/:id": 4, "/": 2 }, 4],
  [remove, { "/users/2": 2, "/": 2 }, 2],
])(
  "%j that is cut off anywhere goes on, and each day is as before or as after",
  async (change, after, events) => {
    const { db } = footfall.server.store;
    for (const when of ["before", "after"] as const) {
      let isOver = false;
      for (let nth = 1; !isOver; nth += 1) {
        const { id, domain } = await footfall.storeWith([
          ...["/users/1", "/users/2", "/"].map((page, who) => ({
            at: "10:00:00",
            page,
            who: who + 1,
          })),
          ...["/users/1", "/users/2", "/"].map((page, who) => ({
            at: "2025-06-05T10:00:00Z",
            page,
            who: who + 1,
          })),
        ]);
        await footfall.server.rollUp();
        const definitions = openDefinitions(db, Date.now, async () => {});
        const made = await definitions.create(byTest, id, "correction", () =>
          newCorrection(change, range, "test"),
        );
        await run(dying(db, nth, when), id, domain);
        const seen = await pagesOf(footfall, id, range);
        expect([before, after], `${when} ${nth}`).toContainEqual(seen);
        const find = async () =>
          (await definitions.latest(id)).find("correction", made.id)?.content;
        isOver = (await find())?.status === "done";
        // Roll-ups that are made in between must not be believed afterwards.
        await footfall.server.rollUp();
        await run(db, id, domain);
        expect(await pagesOf(footfall, id, range)).toEqual(after);
        await footfall.server.rollUp();
        expect(await pagesOf(footfall, id, range)).toEqual(after);
        const done = await find();
        expect(done).toMatchObject({ status: "done", change: null });
        expect(done?.months?.[0]?.numbers?.events).toBe(events);
        expect(nth).toBeLessThan(30);
      }
    }
  },
);
