import { beforeAll, describe, expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const range = { from: "2025-03-01", to: "2025-03-01" };

/** Makes a website with that many occurrences of each custom event. */
async function websiteWith(counts: Readonly<Record<string, number>>): Promise<number> {
  const events = Object.entries(counts).flatMap(([name, count]) =>
    Array.from({ length: count }, () => ({ at: "2025-03-01T12:00:00Z", name })),
  );
  return (await footfall.storeWith(events)).id;
}

async function valuesOf(id: number, query: Readonly<Record<string, string>>): Promise<string[]> {
  const reply = await footfall.stats(id, { name: "event", ...range, ...query });
  return reply.json.data.map((row: { value: string }) => row.value);
}

describe("order", () => {
  let id: number;
  beforeAll(async () => {
    id = await websiteWith({
      iOS: 2,
      Windows: 2,
      zebra: 1,
      ärger: 1,
      𐐀: 1,
      "\uFF5E": 1,
      Ant: 3,
    });
  });

  test.each([
    [{}, ["Ant", "Windows", "iOS", "zebra", "ärger", "\uFF5E", "𐐀"]],
    [{ sort: "desc" }, ["Ant", "Windows", "iOS", "zebra", "ärger", "\uFF5E", "𐐀"]],
    [{ sort_by: "count", sort: "asc" }, ["zebra", "ärger", "\uFF5E", "𐐀", "Windows", "iOS", "Ant"]],
    [{ sort_by: "value", sort: "asc" }, ["Ant", "Windows", "iOS", "zebra", "ärger", "\uFF5E", "𐐀"]],
    [{ sort_by: "value" }, ["𐐀", "\uFF5E", "ärger", "zebra", "iOS", "Windows", "Ant"]],
    [
      { sort_by: "value", sort: "desc" },
      ["𐐀", "\uFF5E", "ärger", "zebra", "iOS", "Windows", "Ant"],
    ],
  ])("%j orders by code point, ties in count by value", async (query, expected) => {
    expect(await valuesOf(id, query)).toEqual(expected);
  });
});

describe("pages", () => {
  const names = Array.from({ length: 123 }, (_, i) => `name ${String(i).padStart(3, "0")}`);
  let id: number;
  beforeAll(async () => {
    id = await websiteWith(Object.fromEntries(names.map((name, i) => [name, 1 + (i % 3)])));
  });

  test.each([
    ["10", "count", "desc"],
    ["25", "count", "asc"],
    ["50", "value", "desc"],
    ["100", "value", "asc"],
  ])("of %s by %s %s hold every value once", async (per_page, sort_by, sort) => {
    const lastPage = Math.ceil(names.length / Number(per_page));
    const all: string[] = [];
    for (let page = 1; page <= lastPage; page += 1) {
      const query = { name: "event", ...range, per_page, sort_by, sort, page: String(page) };
      const { data, meta, links } = (await footfall.stats(id, query)).json;
      expect(meta).toMatchObject({
        total: 123,
        count: 246,
        last_page: lastPage,
        current_page: page,
      });
      expect([meta.from, meta.to]).toEqual([all.length + 1, all.length + data.length]);
      expect(data.length).toBe(page < lastPage ? Number(per_page) : 123 - all.length);
      expect([links.prev === null, links.next === null]).toEqual([page === 1, page === lastPage]);
      all.push(...data.map((row: { value: string }) => row.value));
    }
    expect(all.toSorted()).toEqual(names);
    expect(
      sort_by === "count" || all.join() === (sort === "asc" ? names : names.toReversed()).join(),
    ).toBe(true);
  });

  test.each(["14", "1000000000"])(
    "page %s is past the end: no data, right totals",
    async (page) => {
      const reply = await footfall.stats(id, { name: "event", ...range, page });

      expect(reply.status).toBe(200);
      expect(reply.json.data).toEqual([]);
      expect(reply.json.meta).toMatchObject({
        total: 123,
        count: 246,
        last_page: 13,
        from: null,
        to: null,
      });
      expect(reply.json.links).toMatchObject({ next: null });
    },
  );

  test("a page past the end of a search has the search's totals", async () => {
    const reply = await footfall.stats(id, {
      name: "event",
      ...range,
      search: "NAME 00",
      page: "9",
    });

    expect(reply.json.data).toEqual([]);
    expect(reply.json.meta).toMatchObject({ total: 10, count: 19, last_page: 1 });
  });

  test("links keep the other parameters and lead to the next page", async () => {
    const query = { name: "event", ...range, search: "name 0", per_page: "25", sort: "asc" };
    const { links } = (await footfall.stats(id, query)).json;
    const next = await footfall.request(links.next.slice(footfall.url.length));

    expect(next.json.meta).toMatchObject({ current_page: 2, total: 100, per_page: 25 });
    expect(next.json.links.first).toBe(links.first);
  });
});
