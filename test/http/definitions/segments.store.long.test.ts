import { describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const day = "from=2025-03-01&to=2025-03-01";
const footfall = openFootfall(shareFootfall);

/** Each person views the pages in turn. */
const people = [
  ["/", "/blog/1"],
  ["/", "/blog/2"],
  ["/", "/pricing"],
  ["/blog/1", "/pricing"],
];

async function newSite(privacy = 0) {
  const events = people.flatMap((pages, who) =>
    pages.map((page) => ({ at: "2025-03-01T12:00:00Z", who, page })),
  );
  const { id, domain } = await footfall.storeWith(events, { privacy });
  const ask = (below: string, method = "GET", body?: object): Promise<Reply> =>
    footfall.request(`/api/v1/websites/${id}${below}`, { method, ...(body && { body }) });
  const add = async (filters: object, more: object = {}) => {
    const body = { name: `${Math.random()}`, filters, ...more };
    const reply = await ask("/segments", "POST", body);
    expect(reply.status, reply.text).toBe(201);
    return reply.json.data.id as number;
  };
  const visitors = async (query: string) =>
    (await ask(`/summary?${day}&${query}`)).json.data?.visitors;
  return { id, domain, ask, add, visitors };
}

describe("a segment", () => {
  const readers = { name: "Readers", filters: { page: ["/blog/*", "!/blog/1"] } };

  test("is made, changed and deleted", async () => {
    const { id, ask } = await newSite();
    const made = await ask("/segments", "POST", { ...readers, public: 1 });
    expect([made.status, made.headers.get("location")]).toEqual([
      201,
      `/api/v1/websites/${id}/segments/1`,
    ]);
    expect(made.json.data).toMatchObject({ id: 1, ...readers, public: 1 });
    expect(made.json.data.filters).toEqual(readers.filters);
    expect((await ask("/segments")).json.data).toEqual([made.json.data]);

    const filters = { country: ["Germany"], utm_term: ["a", "!b"] };
    const changed = await ask("/segments/1", "PATCH", { filters });
    expect(changed.json.data).toMatchObject({ name: "Readers", public: 1 });
    expect(changed.json.data.filters).toEqual(filters);
    expect((await ask("/segments/1", "DELETE")).json).toEqual({
      id: 1,
      object: "segment",
      deleted: true,
    });
  });

  test("takes forms", async () => {
    const { id } = await newSite();
    const form = "name=a&filters[country]=Germany&filters[country]=France&filters[page][]=/";
    const { json } = await footfall.request(`/api/v1/websites/${id}/segments`, {
      body: new URLSearchParams(form),
    });
    expect(json.data.filters).toEqual({ country: ["Germany", "France"], page: ["/"] });
    const empty = await footfall.request(`/api/v1/websites/${id}/segments/1`, {
      method: "PATCH",
      body: new URLSearchParams("filters="),
    });
    expect(Object.keys(empty.json.errors)).toEqual(["filters"]);
  });

  test.each([
    [{}, ["filters", "name"]],
    [{ ...readers, filters: {} }, ["filters"]],
    [{ ...readers, filters: [] }, ["filters"]],
    [{ ...readers, filters: null }, ["filters"]],
    [{ ...readers, filters: { page: "/" } }, ["filters.page"]],
    [{ ...readers, filters: { page: [] } }, ["filters.page"]],
    [{ ...readers, filters: { page: ["/", 7] } }, ["filters.page"]],
    [{ ...readers, filters: { page: [""], event: ["!"] } }, ["filters.event", "filters.page"]],
    [{ ...readers, filters: { visitor: ["x"], x: ["x"] } }, ["filters.visitor", "filters.x"]],
    [{ ...readers, filters: { "[x": ["x"] } }, ["filters.[x"]],
    [{ ...readers, filters: { page: Array(21).fill("/") } }, ["filters.page"]],
    [{ ...readers, public: "yes" }, ["public"]],
  ])("names what is wrong: %j", async (body, fields) => {
    const { json } = await (await newSite()).ask("/segments", "POST", body);

    expect(json.status).toBe(422);
    expect(Object.keys(json.errors).sort()).toEqual(fields);
  });
});

describe("segment=ID", () => {
  test("selects visitors as its filters do, in every kind of query", async () => {
    const { id, ask, add, visitors } = await newSite();
    const segment = await add({ page: ["/blog/*", "!/pricing"] });

    expect(await visitors(`segment=${segment}`)).toBe(2);
    const stats = `/api/v1/stats/${id}?name=page&${day}`;
    const filtered = await footfall.request(`${stats}&filter[page]=/blog/*&filter[page]=!/pricing`);
    const asked = await footfall.request(`${stats}&segment=${segment}`);
    expect([asked.json.data, asked.json.meta.count]).toEqual([
      filtered.json.data,
      filtered.json.meta.count,
    ]);
    const cells = (await ask(`/heatmap?${day}&metric=pageviews&segment=${segment}`)).json.data;
    expect(cells.find(({ count }: { count: number }) => count > 0)).toMatchObject({ count: 4 });
    const headers = { accept: "text/csv" };
    const csv = await footfall.request(`${stats}&segment=${segment}`, { headers });
    expect(csv.text.split("\r\n")).toEqual([
      "value,count,visitors,pageviews,engagement_seconds,scroll_depth",
      '"/",2,2,2,,',
      '"/blog/1",1,1,1,,',
      '"/blog/2",1,1,1,,',
      "",
    ]);
  });

  test("holds beside filters of the same name", async () => {
    const { add, visitors } = await newSite();
    const blog = await add({ page: ["/blog/1", "/blog/2"] });

    expect(await visitors(`segment=${blog}&filter[page]=/pricing`)).toBe(1);
    expect(await visitors(`segment=${blog}&filter[page]=/`)).toBe(2);
    expect(await visitors(`segment=${blog}&filter[page]=!/blog/1`)).toBe(1);
    expect(await visitors(`segment=${blog}&filter[browser]=Firefox`)).toBe(0);
  });

  test("is refused where there is none, or several, or too many values", async () => {
    const { id, domain, ask, add } = await newSite();
    const other = await newSite();
    const foreign = [await other.add({ page: ["/"] }), await other.add({ page: ["/"] })][1];
    const segment = await add({ page: Array.from({ length: 15 }, (_, n) => `/${n}`) });
    const values = (count: number) => "&filter[page]=/".repeat(count);
    const wrong = [
      "segment=",
      "segment=x",
      "segment=0",
      "segment=-1",
      `segment=0${segment}`,
      "segment=9999999999",
      `segment=${foreign}`,
      `segment=${segment}&segment=${segment}`,
      `segment=${segment}${values(6)}`,
    ];
    for (const query of wrong) {
      for (const path of [
        `/api/v1/websites/${id}/summary?`,
        `/api/v1/stats/${id}?name=page&`,
        `/api/v1/websites/${id}/heatmap?`,
        `/shared/${domain}/summary?`,
      ]) {
        const { json } = await footfall.request(`${path}${day}&${query}`);
        expect([query, json.status, Object.keys(json.errors ?? {})]).toEqual([
          query,
          422,
          ["segment"],
        ]);
      }
    }
    expect((await ask(`/summary?${day}&segment=${segment}${values(5)}`)).status).toBe(200);
    const all = await ask(`/summary?from=x&to=2025-03-01&segment=99&filter[x]=1&compare=x`);
    expect(Object.keys(all.json.errors).sort()).toEqual([
      "compare",
      "filter[x]",
      "from",
      "segment",
    ]);
    const zone = await footfall.request(
      `/api/v1/stats/${id}?name=pageview&${day}&timezone=Asia/Tokyo&segment=${segment}`,
    );
    expect(Object.keys(zone.json.errors)).toEqual(["timezone"]);
  });

  test("holds from the moment of a change, and its answers have another tag", async () => {
    const { id, ask, add, visitors } = await newSite();
    const segment = await add({ page: ["/pricing"] });
    const paths = [
      `/api/v1/websites/${id}/summary?${day}&segment=${segment}`,
      `/api/v1/stats/${id}?name=page&${day}&segment=${segment}`,
      `/api/v1/websites/${id}/heatmap?${day}&segment=${segment}`,
    ];
    const tags = async (headers: Record<string, string> = {}) =>
      Promise.all(
        paths.map(async (path, i) => {
          const sent = headers[i] === undefined ? {} : { "if-none-match": headers[i] };
          const reply = await footfall.request(path, { headers: sent });
          return [reply.status, reply.headers.get("etag")] as const;
        }),
      );
    const before = await tags();
    const known = Object.fromEntries(before.map(([, tag], i) => [i, tag ?? ""]));
    expect((await tags(known)).map(([status]) => status)).toEqual([304, 304, 304]);
    expect(await visitors(`segment=${segment}`)).toBe(2);

    await ask(`/segments/${segment}`, "PATCH", { filters: { page: ["/blog/2"] } });
    expect(await visitors(`segment=${segment}`)).toBe(1);
    const after = await tags(known);
    expect(after.map(([status]) => status)).toEqual([200, 200, 200]);
    for (const [i, [, tag]] of after.entries()) expect(tag).not.toBe(before[i]?.[1]);

    await ask(`/segments/${segment}`, "DELETE");
    const gone = await ask(`/summary?${day}&segment=${segment}`);
    expect(Object.keys(gone.json.errors)).toEqual(["segment"]);
  });
});

describe("viewers", () => {
  const read = (path: string, method = "GET", body?: object) =>
    footfall.request(path, { method, key: false, ...(body && { body }) });
  const goal = { name: "Buy", type: "event", value: "Purchase" };
  const funnel = { name: "Buy", steps: [goal, goal] };
  const note = { date: "2025-03-01", text: "a note" };

  test("see goals and funnels, and what is public of segments and annotations", async () => {
    const { domain, ask, add } = await newSite();
    await ask("/goals", "POST", goal);
    await ask("/funnels", "POST", funnel);
    const secret = await add({ page: ["/secret"] });
    const open = await add({ page: ["/"] }, { public: 1 });
    await ask("/annotations", "POST", { ...note, public: 1 });
    await ask("/annotations", "POST", note);

    for (const [kind, ids] of [
      ["goals", [1]],
      ["funnels", [1]],
      ["segments", [open]],
      ["annotations", [1]],
    ] as const) {
      const list = await read(`/shared/${domain}/${kind}`);
      expect(list.json.data.map(({ id }: { id: number }) => id)).toEqual(ids);
      expect(list.json.meta.total).toBe(1);
      const one = await read(`/shared/${domain}/${kind}/${ids[0]}`);
      expect(one.json.data).toEqual(list.json.data[0]);
    }
    for (const path of [`segments/${secret}`, "annotations/2", "goals/2", "goals/x"]) {
      expect((await read(`/shared/${domain}/${path}`)).json.code).toBe("NOT_FOUND");
    }
    const csv = await footfall.request(`/shared/${domain}/annotations`, {
      key: false,
      headers: { accept: "text/csv" },
    });
    expect(csv.text.split("\r\n")).toHaveLength(3);
  });

  test("ask with public segments alone", async () => {
    const { domain, ask, add } = await newSite();
    const segment = await add({ page: ["/pricing"] });
    const path = `/shared/${domain}/summary?${day}&segment=${segment}`;
    expect(Object.keys((await read(path)).json.errors)).toEqual(["segment"]);

    await ask(`/segments/${segment}`, "PATCH", { public: 1 });
    expect((await read(path)).json.data.visitors).toBe(2);
    const stats = `/shared/${domain}/stats?name=page&${day}&segment=${segment}`;
    expect((await read(stats)).json.meta.count).toBe(4);
    await ask(`/segments/${segment}`, "PATCH", { public: 0 });
    expect((await read(path)).status).toBe(422);
  });

  test("change nothing, not even with a key", async () => {
    const { domain, ask } = await newSite();
    await ask("/goals", "POST", goal);
    for (const [method, path] of [
      ["POST", "goals"],
      ["PATCH", "goals/1"],
      ["PUT", "goals/1"],
      ["DELETE", "goals/1"],
      ["POST", "annotations"],
      ["POST", "segments"],
      ["DELETE", "funnels/1"],
    ] as const) {
      for (const key of [undefined, false] as const) {
        const body = method === "DELETE" ? {} : { body: goal };
        const asking = { method, ...body, ...(key === false && { key }) };
        const { json } = await footfall.request(`/shared/${domain}/${path}`, asking);
        expect([method, path, json.code]).toEqual([method, path, "ROUTE_NOT_FOUND"]);
      }
    }
    expect((await ask("/goals/1")).status).toBe(200);
  });

  test("see nothing of a private or locked website", async () => {
    const { domain } = await newSite(1);
    for (const kind of ["goals", "funnels", "segments", "annotations"]) {
      expect((await read(`/shared/${domain}/${kind}`)).json.code).toBe("WEBSITE_NOT_FOUND");
      expect((await read(`/api/v1/websites/1/${kind}`)).json.code).toBe("UNAUTHORIZED");
    }
    const { id, domain: locked } = await newSite();
    await footfall.request(`/api/v1/websites/${id}`, {
      method: "PATCH",
      body: { privacy: 2, password: "a password" },
    });
    await eventually(async () =>
      expect((await read(`/shared/${locked}/goals/1`)).json.code).toBe("PASSWORD_REQUIRED"),
    );
  });
});
