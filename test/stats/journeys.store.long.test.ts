import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { expectForViewers } from "./viewers.ts";

const day = "from=2025-06-02&to=2025-06-02";
const footfall = openFootfall(shareFootfall);
let id: number;

/** Time, visitor, and the page, or the name of another event. */
type Act = readonly [at: string, who: number, what: string];

/** They arrive out of order: nothing may depend on that. */
const events: readonly Act[] = [
  // A visit ends after just half an hour; engagement does not prolong it.
  ["10:33:00.000", 1, "/pricing"],
  ["10:03:00.000", 1, "/welcome"],
  ["10:20:00.000", 1, "engagement"],
  ["10:02:00.000", 1, "Signup"],
  ["10:01:00.000", 1, "/pricing"],
  ["10:00:00.000", 1, "/"],
  // Without custom events two views of a page are neighbours. Four events have one time.
  ["10:10:00.000", 2, "Signup"],
  ["10:10:00.000", 2, "/welcome"],
  ["10:10:00.000", 2, "/about"],
  ["10:10:00.000", 2, "Signup"],
  ["10:00:00.000", 2, "/pricing"],
  ["10:01:00.000", 2, "Zoom"],
  ["10:02:00.000", 2, "/pricing"],
  // A visit without a page.
  ["11:00:00.000", 3, "Signup"],
  // A visit that comes back to a page, and pauses a millisecond less than half an hour.
  ["11:00:00.000", 4, "/"],
  ["11:10:00.000", 4, "/blog/1"],
  ["11:39:59.999", 4, "/"],
  ["11:40:00.000", 4, "/pricing"],
];

async function websiteWith(domain: string, sent: readonly Act[]): Promise<number> {
  const website = await footfall.store(domain, { privacy: 0 });
  await footfall.send(
    website,
    sent.map(([at, who, what]) => ({
      at,
      who,
      ...(what.startsWith("/") ? { page: what } : { name: what }),
    })),
  );
  return website.id;
}

beforeAll(async () => {
  id = await websiteWith("example.com", events);
});

function ask(path: string, query: string, headers = {}, website = id): Promise<Reply> {
  const url = `/api/v1/websites/${website}/${path}?${day}&${query}`;
  return footfall.request(url, { headers });
}

interface Element {
  readonly type: string;
  readonly value: string;
}

const show = ({ type, value }: Element) => (type === "page" ? value : `${type}:${value}`);

/** Resolves with `visits element` of each row, after the number of all visits. */
async function nextOf(query: string): Promise<readonly (string | number)[]> {
  const reply = await ask("journeys", query);
  expect(reply.status, reply.text).toBe(200);
  const { data, meta } = reply.json;
  for (const { visits, share } of data) {
    expect(share).toBe(Math.round((visits / meta.visits) * 1e4) / 1e4);
  }
  if (!query.includes("search")) {
    expect(meta.total).toBe(data.length);
    const sum = data.reduce((all: number, { visits }: { visits: number }) => all + visits, 0);
    expect(sum).toBe(meta.visits);
  }
  const rows = data.map((row: Element & { visits: number }) => `${row.visits} ${show(row)}`);
  return [meta.visits, ...rows];
}

describe("journeys", () => {
  test.each([
    ["", [4, "2 /", "2 /pricing"]],
    ["include=events", [5, "2 /", "2 /pricing", "1 event:Signup"]],
    ["direction=back", [4, "2 /pricing", "2 /welcome"]],
    ["direction=back&include=events", [5, "2 /pricing", "2 event:Signup", "1 /welcome"]],
    ["path=page:/", [2, "1 /blog/1", "1 /pricing"]],
    ["path=page:/&path=page:/pricing&path=page:/welcome", [1, "1 end:(end)"]],
    ["path=page:/welcome&direction=back", [2, "1 /about", "1 /pricing"]],
    ["path=page:/pricing&path=page:/&direction=back", [1, "1 /blog/1"]],
    ["start=page:/pricing", [4, "2 end:(end)", "1 /about", "1 /welcome"]],
    ["start=page:/pricing&direction=forward&path=page:/about", [1, "1 /welcome"]],
    ["start=page:/pricing&direction=back", [4, "2 /", "2 end:(end)"]],
    ["start=page:/pricing&direction=back&path=page:/", [2, "1 /blog/1", "1 end:(end)"]],
    ["start=page:/pricing&include=events", [4, "2 end:(end)", "1 event:Signup", "1 event:Zoom"]],
    [
      "start=event:Signup&include=events&direction=back",
      [3, "1 /pricing", "1 /welcome", "1 end:(end)"],
    ],
    ["start=event:Sign*&include=events&direction=back&path=page:/welcome", [1, "1 /about"]],
    ["start=event:~zOO&include=events", [1, "1 /pricing"]],
    // The first element that matches, also where the walk goes back.
    ["start=page:/&direction=back", [2, "2 end:(end)"]],
    ["start=page:~BLOG", [1, "1 /"]],
    ["start=page:/*", [4, "1 /about", "1 /blog/1", "1 /pricing", "1 end:(end)"]],
    ["start=page:/nothing", [0]],
    ["start=page:Signup&include=events", [0]],
    // Nothing in a path has a meaning of its own.
    ["path=page:/pric*", [0]],
    ["path=page:~pric", [0]],
    ["path=event:Signup", [0]],
    ["path=event:Signup&include=events", [1, "1 end:(end)"]],
    ["path=page:/pricing&path=page:/pricing", [0]],
    ["filter[event]=Zoom", [1, "1 /pricing"]],
    ["filter[event]=!Zoom", [3, "2 /", "1 /pricing"]],
    ["filter[page]=/none", [0]],
  ])("?%s are %j", async (query, wanted) => {
    expect(await nextOf(query)).toEqual(wanted);
  });

  test.each([
    ["EL", [4, "1 /welcome"], 1],
    ["(END", [4, "2 end:(end)"], 1],
    ["page", [4], 0],
    ["/", [4, "1 /about", "1 /welcome"], 2],
  ])("a search for %s lists some, and changes nothing else", async (search, wanted, total) => {
    const query = `start=page:/pricing&search=${search}`;
    expect(await nextOf(query)).toEqual(wanted);
    expect((await ask("journeys", query)).json.meta).toMatchObject({ total, visits: 4, depth: 0 });
  });

  test("a page has its position, the number of all visits and the depth", async () => {
    const { json } = await ask("journeys", "path=page:/&page=2&per_page=25");
    expect(json.data).toEqual([]);
    expect(json.meta).toMatchObject({ total: 2, visits: 2, depth: 1, current_page: 2 });
    expect(json.meta.last_page).toBe(1);
  });

  test("the rows of all pages add up to the visits, (end) included", async () => {
    const many = Array.from({ length: 60 }, (_, n): Act[] => {
      const first: Act = ["08:00:00.000", n, "/"];
      return n % 6 === 0 ? [first] : [first, ["08:00:01.000", n, `/page/${n % 23}`]];
    });
    const other = await websiteWith("pages.example", many.flat());
    const pages = await Promise.all(
      [1, 2, 3].map((page) => ask("journeys", `start=page:/&page=${page}`, {}, other)),
    );
    const rows = pages.flatMap(({ json }) => json.data);
    expect(rows).toHaveLength(pages[0]?.json.meta.total);
    expect(rows[0]).toEqual({ type: "end", value: "(end)", visits: 10, share: 0.1667 });
    expect(rows.reduce((sum, { visits }) => sum + visits, 0)).toBe(60);
    expect(new Set(rows.map(show)).size).toBe(rows.length);
  });

  test("come as CSV", async () => {
    const reply = await ask("journeys", "start=page:/pricing&include=events&per_page=10", {
      accept: "text/csv",
    });
    expect(reply.headers.get("content-disposition")).toBe(
      'attachment; filename="example.com-journeys-2025-06-02-2025-06-02.csv"',
    );
    expect(reply.text.split("\r\n")).toEqual([
      "type,value,visits,share",
      '"end","(end)",2,0.5',
      '"event","Signup",1,0.25',
      '"event","Zoom",1,0.25',
      "",
    ]);
    const none = await ask("journeys", "start=page:/x&search=y", { accept: "text/csv" });
    expect(none.text).toBe("type,value,visits,share\r\n");
  });
});

/** Resolves with `visits/continued: elements` of each path, after the number of all visits. */
async function pathsOf(query: string): Promise<readonly (string | number)[]> {
  const reply = await ask("journeys/paths", query);
  expect(reply.status, reply.text).toBe(200);
  type Row = { path: Element[]; visits: number; share: number; continued: number };
  const { data, meta }: { data: Row[]; meta: { visits: number; total: number } } = reply.json;
  expect(data.map(({ share }) => share)).toEqual(
    data.map(({ visits }) => Math.round((visits / meta.visits) * 1e4) / 1e4),
  );
  expect(meta.total).toBe(data.length);
  expect(data.reduce((sum, { visits }) => sum + visits, 0)).toBe(meta.visits);
  const rows = data.map(
    ({ path, visits, continued }) => `${visits}/${continued}: ${path.map(show).join(" ")}`,
  );
  return [meta.visits, ...rows];
}

describe("paths of journeys", () => {
  test.each([
    ["steps=2", [4, "1/1: / /blog/1", "1/1: / /pricing", "1/0: /pricing", "1/1: /pricing /about"]],
    [
      "steps=8&start=page:/pricing&direction=back",
      [4, "2/0: /pricing", "1/0: /pricing /", "1/0: /pricing / /blog/1 /"],
    ],
    [
      "steps=3&start=page:/pricing&direction=back",
      [4, "2/0: /pricing", "1/0: /pricing /", "1/1: /pricing / /blog/1"],
    ],
    [
      "steps=2&include=events&direction=back",
      [
        5,
        "1/0: /pricing",
        "1/1: /pricing /",
        "1/1: /welcome event:Signup",
        "1/0: event:Signup",
        "1/1: event:Signup /welcome",
      ],
    ],
    [
      "steps=8&include=events&filter[event]=Zoom",
      [1, "1/0: /pricing event:Zoom /pricing /about /welcome event:Signup"],
    ],
    [
      "steps=2&start=event:Signup&include=events",
      [3, "2/0: event:Signup", "1/0: event:Signup /welcome"],
    ],
    ["steps=2&start=page:/nothing", [0]],
  ])("?%s are %j", async (query, wanted) => {
    expect(await pathsOf(query)).toEqual(wanted);
  });

  test("a page past the end has the right totals", async () => {
    const { json } = await ask("journeys/paths", "steps=2&page=9");
    expect([json.data, json.meta.total, json.meta.visits]).toEqual([[], 4, 4]);
    expect(json.meta).not.toHaveProperty("depth");
  });

  test("come as CSV, each as JSON text", async () => {
    const { text } = await ask("journeys/paths", "steps=2&start=event:Signup&include=events", {
      accept: "text/csv",
    });
    const signup = '{""type"":""event"",""value"":""Signup""}';
    expect(text.split("\r\n")).toEqual([
      "path,visits,share,continued",
      `"[${signup}]",2,0.6667,0`,
      `"[${signup},{""type"":""page"",""value"":""/welcome""}]",1,0.3333,0`,
      "",
    ]);
  });
});

describe("what is asked", () => {
  test.each([
    ["journeys", "start=pricing", "start"],
    ["journeys", "start=page:", "start"],
    ["journeys", "start=page:!/a", "start"],
    ["journeys", "start=event:Signup", "start"],
    ["journeys", "start=page:/a&start=page:/b", "start"],
    ["journeys", "direction=up", "direction"],
    ["journeys", "include=pages", "include"],
    ["journeys", "path=/a", "path"],
    ["journeys", "path=page:/a&path=end:(end)", "path"],
    ["journeys", "path=page:/&".repeat(11), "path"],
    ["journeys", "per_page=7", "per_page"],
    ["journeys/paths", "", "steps"],
    ["journeys/paths", "steps=1", "steps"],
    ["journeys/paths", "steps=9", "steps"],
    ["journeys/paths", "steps=2&start=event:Signup", "start"],
    ["journeys/paths", "steps=2&filter[colour]=red", "filter[colour]"],
  ])("%s?%s is 422 on %s", async (path, query, field) => {
    const { status, json } = await ask(path, query);
    expect([status, json.code, Object.keys(json.errors)]).toEqual([422, "VALIDATION", [field]]);
  });

  test("ten elements of a path are allowed", async () => {
    expect((await ask("journeys", "path=page:/&".repeat(10))).json.meta.depth).toBe(10);
  });

  test("viewers get the same, and a tag", async () => {
    for (const path of ["journeys", "journeys/paths"]) {
      const query = `${day}&steps=2&start=page:/pricing`;
      const owner = await ask(path, "steps=2&start=page:/pricing");
      const url = `/shared/example.com/${path}?${query}`;
      await expectForViewers(footfall, url, owner.json.data);
    }
  });
});
