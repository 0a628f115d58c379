import { expect, test } from "vitest";

import { dimensionNames } from "../../../src/counting/dimensions.ts";
import { eventually } from "../../helpers/eventually.ts";
import {
  deleteImport,
  exportOf,
  findImport,
  importFiles,
  importText,
  postImport,
  undo,
} from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const day = "2025-03-10";
const range = `from=${day}&to=${day}`;

const footfall = openFootfall();
let websites = 0;

async function newWebsite(settings: object = {}): Promise<number> {
  websites += 1;
  return (await footfall.store(`w${websites}.example.com`, settings)).id;
}

function history(events: number, path: string): string {
  const hostname = `w${websites}.example.com`;
  const currency = { revenue_amount: "1.5", revenue_currency: "EUR", name: "buy" };
  const plain = exportOf(day, events - 10, { hostname, page: path, browser: path, region: path });
  return plain + exportOf(day, 10, { ...currency, hostname, page: path, props: { plan: path } });
}

/** Returns the path of every report about the day. */
function reports(id: number): string[] {
  return [
    ...dimensionNames.map((name) => `/api/v1/stats/${id}?name=${name}&${range}`),
    ...["summary", "engagement", "revenue", "intake", "heatmap", "props", "journeys"].map(
      (name) => {
        return `/api/v1/websites/${id}/${name}?${range}`;
      },
    ),
  ];
}

interface Seen {
  readonly tags: ReadonlyMap<string, string>;
  readonly texts: ReadonlyMap<string, string>;
}

/** Asks for every report, as a browser does that has no copy. */
async function ask(id: number, headers: Record<string, string> = {}): Promise<Seen> {
  await footfall.server.shipped();
  const tags = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const path of reports(id)) {
    const reply = await footfall.request(path, { headers: { "cache-control": "", ...headers } });
    expect(reply.status, `${path} ${reply.text}`).toBe(200);
    texts.set(path, reply.text);
    tags.set(path, reply.headers.get("etag") ?? "");
  }
  return { tags, texts };
}

/**
 * Asks with each tag of before: none holds once answers are not given again, and each answer is
 * what counting gives.
 */
async function expectNothingHolds(id: number, ...before: readonly Seen[]): Promise<Seen> {
  for (const { tags } of before) {
    for (const [path, tag] of tags) {
      if (tag === "") continue;
      const headers = { "cache-control": "", "if-none-match": tag };
      await eventually(async () =>
        expect((await footfall.request(path, { headers })).status, path).toBe(200),
      );
    }
  }
  return eventually(async () => {
    const cached = await ask(id);
    const counted = await ask(id, { "cache-control": "no-cache" });
    expect([...cached.texts]).toEqual([...counted.texts]);
    return counted;
  });
}

async function rollUp(): Promise<void> {
  footfall.clock.aheadMs += 11 * 60_000;
  await footfall.server.rollUp();
}

test("nothing from before an undo holds when other events have taken their place", async () => {
  const id = await newWebsite();
  const first = await importText(footfall.url, id, history(100, "/old"));
  expect(first).toMatchObject({ status: "done", rows: { read: 100, imported: 100 } });
  const counted = await ask(id);
  await rollUp();
  const rolled = await ask(id);
  await undo(footfall.url, id, first.id);
  const empty = await ask(id);
  expect(empty.texts.get(reports(id)[0] ?? "")).not.toContain("/old");

  await importText(footfall.url, id, history(100, "/new"));
  const seen = await expectNothingHolds(id, counted, rolled);
  expect([...seen.texts.values()].join("")).not.toContain("/old");
  expect([...seen.texts.values()].join("")).toContain("/new");

  await rollUp();
  const again = await expectNothingHolds(id, counted, rolled);
  expect([...again.texts]).toEqual([...seen.texts]);
});

test("an answer of a moment ago does not outlive the end of an import, or its undo", async () => {
  const id = await newWebsite();
  const path = `/api/v1/stats/${id}?name=page&${range}`;
  const pages = async () => {
    const { json } = await footfall.request(path, { headers: { "cache-control": "" } });
    return json.data.map(({ value }: { value: string }) => value);
  };
  const { json } = await postImport(footfall.url, id, [["a.ndjson", history(100, "/a")]]);
  // Whoever reads that it is done has asked just before.
  for (let status = ""; status !== "done"; ) {
    await pages();
    status = (await findImport(footfall.url, id, json.data.id))?.status ?? "";
  }
  expect(await pages()).toEqual(["/a"]);
  await deleteImport(footfall.url, id, json.data.id);
  while ((await findImport(footfall.url, id, json.data.id)) !== undefined) await pages();
  expect(await pages()).toEqual([]);
});

test("the first answer after an undo has nothing of the import, with every report", async () => {
  for (const [nth, path] of reports(0).entries()) {
    if (nth % 5 !== 0) continue;
    const id = await newWebsite();
    const own = path.replace("/0", `/${id}`);
    const [plain] = [await footfall.request(own)];
    const first = await importText(footfall.url, id, history(20, "/old"));
    await rollUp();
    const rolled = await footfall.request(own);
    expect(rolled.text).not.toBe(plain.text);
    await footfall.request(own);
    await undo(footfall.url, id, first.id);
    expect((await footfall.request(own)).text, own).toBe(plain.text);
  }
});

test("nothing holds when as many events are collected after the undo", async () => {
  const id = await newWebsite();
  const first = await importText(footfall.url, id, history(30, "/old"));
  await ask(id);
  await rollUp();
  const rolled = await ask(id);
  await undo(footfall.url, id, first.id);
  const collected = Array.from({ length: 30 }, (_, nth) => ({
    name: "pageview",
    url: `https://w${websites}.example.com/new`,
    ip: `198.51.100.${nth}`,
    timestamp: `${day}T10:00:00Z`,
  }));
  expect((await footfall.bulk(id, collected)).json.accepted).toBe(30);
  await footfall.server.shipped();

  const seen = await expectNothingHolds(id, rolled);
  expect([...seen.texts.values()].join("")).not.toContain("/old");
});

test("events that were collected beside an import stay when it is undone", async () => {
  const id = await newWebsite();
  const first = await importText(footfall.url, id, history(30, "/old"));
  const beside = { name: "pageview", url: `https://w${websites}.example.com/beside` };
  await footfall.bulk(id, [{ ...beside, ip: "198.51.100.1", timestamp: `${day}T10:00:00Z` }]);
  await footfall.server.shipped();
  await rollUp();
  await undo(footfall.url, id, first.id);

  const { json } = await footfall.stats(id, { name: "page", from: day, to: day });
  expect(json.data).toMatchObject([{ value: "/beside", count: 1 }]);
  // The day has something now.
  const again = await importText(footfall.url, id, history(30, "/new"));
  expect(again.days).toEqual({
    taken: 0,
    left: 1,
    left_because: { collected: 1, imported: 0, not_over: 0 },
  });
});

test("a dry run that is removed takes nothing from the import of the same days", async () => {
  // A dry run is forgotten after an hour.
  footfall.clock.aheadMs = 0;
  const id = await newWebsite();
  const file = ["export.ndjson", history(30, "/new")] as const;
  const dry = await importFiles(footfall.url, id, [file], { dry_run: "1" });
  const real = await importFiles(footfall.url, id, [file]);
  const { days, rows } = real;
  expect(dry).toMatchObject({ dry_run: true, status: "done", days, rows });
  const before = await ask(id);

  await undo(footfall.url, id, dry.id);
  const after = await ask(id);
  expect([...after.texts]).toEqual([...before.texts]);
  expect([...after.tags]).toEqual([...before.tags]);
});
