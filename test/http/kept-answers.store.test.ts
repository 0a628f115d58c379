import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, inject, onTestFinished, test } from "vitest";

import { readConfig } from "../../src/config.ts";
import { writeRow } from "../../src/events/row.ts";
import { RowBinaryWriter } from "../../src/events/row-binary.ts";
import { eventTable } from "../../src/store/events.ts";
import { joinStore, type Store } from "../../src/store/open.ts";
import { draftWith } from "../helpers/draft.ts";
import { eventually, startFootfall } from "../helpers/footfall.ts";
import { authorization } from "../helpers/program.ts";
import { rounds } from "../helpers/rounds.ts";
import { silent, temporaryDirectory } from "../helpers/shipping.ts";

const isEmbedded = inject("clickHouseUrl") === undefined;
const anew = { "cache-control": "no-cache" };
const october = "from=2026-10-01&to=2026-10-31";

/** A Footfall on its own directory, with a website that has an event on 10 October 2026. */
async function open() {
  const DATA_DIR = await temporaryDirectory();
  const footfall = await startFootfall({ DATA_DIR });
  const { id } = await footfall.store("example.com");
  const site = { DATA_DIR, footfall, id };
  await send(site, "2026-10-10");
  return site;
}

type Site = Awaited<ReturnType<typeof open>>;

async function send({ footfall, id }: Omit<Site, "DATA_DIR">, day: string, headers = {}) {
  const body = [{ url: "https://example.com/", timestamp: `${day}T12:00:00Z` }];
  const reply = await footfall.request(`/api/v1/websites/${id}/events`, { body, headers });
  expect(reply.status).toBe(202);
}

/** The engine answers nothing until the test, or what the function returns, lets it go on. */
function freezeEngine({ footfall }: Site): () => void {
  const pid = footfall.running.store.enginePid() ?? Number.NaN;
  process.kill(pid, "SIGSTOP");
  const goOn = () => void process.kill(pid, "SIGCONT");
  onTestFinished(goOn);
  return goOn;
}

async function pageviews(
  { footfall, id }: Omit<Site, "DATA_DIR">,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  const path = `/api/v1/stats/${id}?name=pageview&${october}`;
  const { json } = await footfall.request(path, { headers });
  return json.meta.count;
}

test.runIf(isEmbedded)(
  "an answer to which no event came is given again without the store",
  async () => {
    const site = await open();
    const { footfall, id } = site;
    const paths = [
      `/api/v1/stats/${id}?name=browser&${october}`,
      `/api/v1/stats/${id}?name=browser&${october}&search=x&per_page=100`,
      `/api/v1/websites/${id}/summary?${october}&compare=previous`,
    ];
    await footfall.running.shipped();
    const first = await Promise.all(paths.map((path) => footfall.request(path)));
    await send(site, "2026-11-01");
    await footfall.running.shipped();

    freezeEngine(site);
    for (const [nth, path] of paths.entries()) {
      const again = await footfall.request(path);
      expect([again.status, again.text]).toEqual([200, first[nth]?.text]);
      expect(again.headers.get("etag")).toBe(first[nth]?.headers.get("etag"));
      const tag = again.headers.get("etag");
      if (tag === null) continue;
      const known = await footfall.request(path, { headers: { "if-none-match": tag } });
      expect(known.status).toBe(304);
    }
  },
);

test("the next answer has what came, whichever way it came", async () => {
  const site = await open();
  const { footfall } = site;
  const ways: (() => Promise<unknown>)[] = [
    () => send(site, "2026-10-11"),
    () => send(site, "2026-10-11", { "idempotency-key": randomUUID() }),
    async () => {
      footfall.clock.aheadMs = Date.parse("2026-10-29T12:00:00Z") - Date.now();
      const event = { domain: "example.com", url: "https://example.com/" };
      expect((await footfall.track(event)).status).toBe(202);
    },
  ];
  for (const [nth, way] of ways.entries()) {
    expect(await pageviews(site)).toBe(nth + 1);
    await way();
    // Some of it may still be on its way to the store.
    await askAtOnce(site);
    expect(await pageviews(site)).toBe(nth + 2);
  }
});

test.runIf(isEmbedded)("while another process may write nothing is kept", async () => {
  const site = await open();
  const store = await joinStore(readConfig({ DATA_DIR: site.DATA_DIR }), silent);
  expect(await pageviews(site)).toBe(1);
  await insertOne(store, site.id);
  expect(await pageviews(site)).toBe(2);
  await store.close();

  expect(await pageviews(site)).toBe(2);
  freezeEngine(site);
  expect(await pageviews(site)).toBe(2);
});

test.runIf(isEmbedded)(
  "a command that dies counts as one that writes, until the engine starts anew",
  async () => {
    const site = await open();
    const { store: own } = site.footfall.running;
    const join = () => joinStore(readConfig({ DATA_DIR: site.DATA_DIR }), silent);
    const store = await join();
    expect(own.foreignWrites()).toBeUndefined();
    await store.close();
    const before = own.foreignWrites();
    expect(before).toEqual(expect.any(String));

    // It ends without closing.
    await join();
    expect(own.foreignWrites()).toBeUndefined();
    await restartEngine(own);
    expect(own.foreignWrites()).not.toBe(before);
    expect(await pageviews(site)).toBe(1);
  },
);

test.runIf(isEmbedded)(
  "an insert that a command has no answer to counts as one that is under way, one that was refused does not",
  async () => {
    const site = await open();
    const { store: own } = site.footfall.running;
    const insert = async (how: "refused" | "unanswered") => {
      const store = await joinStore(readConfig({ DATA_DIR: site.DATA_DIR }), silent);
      const goOn = how === "unanswered" ? freezeEngine(site) : () => {};
      const inserted = store.db.insert({
        statement: { chunks: ["INSERT INTO nothing FORMAT RowBinary"] },
        rows: Buffer.of(1),
        queryId: randomUUID(),
        deduplicationToken: randomUUID(),
      });
      const failed = expect(inserted).rejects.toThrow();
      if (how === "refused") await failed;
      await store.close();
      goOn();
      await failed;
    };
    await insert("refused");
    expect(own.foreignWrites()).toEqual(expect.any(String));
    await insert("unanswered");
    expect(own.foreignWrites()).toBeUndefined();
  },
);

async function restartEngine(own: Site["footfall"]["running"]["store"]): Promise<void> {
  const before = own.enginePid() ?? Number.NaN;
  process.kill(before, "SIGKILL");
  await eventually(async () => {
    expect(own.enginePid()).not.toBe(before);
    expect(own.foreignWrites()).toEqual(expect.any(String));
  });
}

/** Without waiting for what is on its way. */
async function askAtOnce({ footfall, id }: Omit<Site, "DATA_DIR">): Promise<void> {
  const url = `${footfall.url}/api/v1/stats/${id}?name=pageview&${october}`;
  const reply = await fetch(url, { headers: authorization });
  expect(reply.status).toBe(200);
}

async function insertOne(store: Store, websiteId: number): Promise<void> {
  const date = Date.parse("2026-10-20") / 86_400_000;
  const row = { ...draftWith().row, websiteId, date };
  const writer = new RowBinaryWriter();
  writeRow(writer, row);
  const batch = { id: randomUUID(), table: "events", month: 202_610, rows: writer.take() } as const;
  await eventTable(store.db).insert(batch);
}

test("whatever comes and is asked in which order, what is kept is what is counted anew", async () => {
  const { footfall, id } = await open();
  const other = (await footfall.store("other.example")).id;
  const days = ["2026-10-01", "2026-10-15", "2026-10-31", "2026-11-01"];
  const step = fc.record({
    websiteId: fc.constantFrom(id, other),
    day: fc.constantFrom(...days),
    kind: fc.constantFrom(
      "send",
      "send once",
      "ask",
      "ask",
      "ask while sending",
      "send, then ask",
      "wait",
    ),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const sending: Promise<void>[] = [];
      for (const { websiteId, day, kind } of steps) {
        const site = { footfall, id: websiteId };
        const ask = () => askAtOnce(site);
        if (kind === "wait") await footfall.running.shipped();
        if (kind === "send") sending.push(send(site, day));
        if (kind === "send once") {
          sending.push(send(site, day, { "idempotency-key": randomUUID() }));
        }
        if (kind === "ask") await ask();
        if (kind === "send, then ask") await send(site, day).then(ask);
        if (kind === "ask while sending") await Promise.all([send(site, day), ask(), ask()]);
      }
      await Promise.all(sending);
      await footfall.running.shipped();
      for (const websiteId of [id, other]) {
        const site = { footfall, id: websiteId };
        expect(await pageviews(site)).toBe(await pageviews(site, anew));
        expect(await pageviews(site)).toBe(await pageviews(site, anew));
      }
    }),
    { numRuns: 15 * rounds },
  );
});
