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
  const { id, domain } = await footfall.store("example.com");
  const site = { DATA_DIR, footfall, id, domain };
  await send(site, "2026-10-10");
  return site;
}

type Site = Awaited<ReturnType<typeof open>>;
type Counted = Omit<Site, "DATA_DIR">;

async function send({ footfall, id, domain }: Counted, day: string, headers = {}) {
  const body = [{ url: `https://${domain}/`, timestamp: `${day}T12:00:00Z` }];
  const reply = await footfall.request(`/api/v1/websites/${id}/events`, { body, headers });
  expect(reply.json).toEqual({ accepted: 1, dropped: {} });
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
  { footfall, id }: Counted,
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
    expect(own.url()).toEqual(expect.any(String));
  });
}

/** Without waiting for what is on its way. */
function askAtOnce(site: Counted): Promise<number> {
  return new Client(site).ask();
}

async function insertOne(store: Store, websiteId: number): Promise<void> {
  const date = Date.parse("2026-10-20") / 86_400_000;
  const row = { ...draftWith().row, websiteId, date };
  const writer = new RowBinaryWriter();
  writeRow(writer, row);
  const batch = { id: randomUUID(), table: "events", month: 202_610, rows: writer.take() } as const;
  await eventTable(store.db).insert(batch);
}

/** A client of a website's page views who asks whether its answer still holds. */
class Client {
  readonly #site: Counted;
  #tag: string | undefined;
  #count = 0;

  constructor(site: Counted) {
    this.#site = site;
  }

  /** The page views, at once. */
  async ask(): Promise<number> {
    const { footfall, id } = this.#site;
    const url = `${footfall.url}/api/v1/stats/${id}?name=pageview&${october}`;
    const known = this.#tag === undefined ? {} : { "if-none-match": this.#tag };
    const reply = await fetch(url, { headers: { ...authorization, ...known } });
    if (reply.status === 304) return this.#count;
    expect(reply.status).toBe(200);
    this.#tag = reply.headers.get("etag") ?? undefined;
    const { meta } = (await reply.json()) as { meta: { count: number } };
    this.#count = meta.count;
    return this.#count;
  }
}

test("whatever comes, is asked and is rolled up in which order, all of it is counted in the end", async () => {
  const { footfall, ...first } = await open();
  const sites = [
    { site: { footfall, ...first }, sent: 1 },
    { site: { footfall, ...(await footfall.store("other.example")) }, sent: 0 },
  ];
  const step = fc.record({
    nth: fc.constantFrom(0, 1),
    day: fc.constantFrom("2026-10-01", "2026-10-15", "2026-10-31", "2026-11-01"),
    kind: fc.constantFrom("send", "send once", "ask", "ask", "both", "wait", "roll up"),
    isAwaited: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const clients = sites.map(({ site }) => new Client(site));
      const underWay: Promise<unknown>[] = [];
      for (const { nth, day, kind, isAwaited } of steps) {
        const [at, client] = [sites[nth], clients[nth]];
        if (at === undefined || client === undefined) continue;
        const isSent = kind === "send" || kind === "send once" || kind === "both";
        if (isSent && day.startsWith("2026-10")) at.sent += 1;
        const headers = kind === "send once" ? { "idempotency-key": randomUUID() } : {};
        const work = [
          ...(isSent ? [send(at.site, day, headers)] : []),
          ...(kind === "ask" || kind === "both" ? [askAtOnce(at.site), client.ask()] : []),
          ...(kind === "wait" ? [footfall.running.shipped()] : []),
          ...(kind === "roll up" ? [footfall.running.rollUp()] : []),
        ];
        underWay.push(...work);
        if (isAwaited) await Promise.all(work);
      }
      await Promise.all(underWay);
      await footfall.running.shipped();
      for (const [nth, { site, sent }] of sites.entries()) {
        expect(await pageviews(site)).toBe(sent);
        expect(await clients[nth]?.ask()).toBe(sent);
        expect(await pageviews(site, anew)).toBe(sent);
        expect(await pageviews(site)).toBe(sent);
      }
    }),
    // A counterexample that is run again finds other events there.
    { numRuns: 2 * rounds, endOnFailure: true },
  );
});
