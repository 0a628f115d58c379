import { beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { chrome, day, selectRows } from "../../helpers/footfall.ts";
import { exportedLine, importFiles, postImport } from "../../helpers/imports.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();
const users = { match: "/users/*", page: "/users/:id", keep_query: 0 };
const range = `from=${day}&to=${day}`;

const urlOf = (id: number) => `/api/v1/websites/${id}/page-rules`;

function put(id: number, rules: readonly object[], tag?: string) {
  const headers = tag === undefined ? {} : { "if-match": tag };
  return footfall.request(urlOf(id), { method: "PUT", body: { rules }, headers });
}

async function breakdown(id: number): Promise<Record<string, number>> {
  const { json } = await footfall.stats(id, { name: "page", from: day, to: day, per_page: "100" });
  const rows: { value: string; pageviews: number }[] = json.data;
  return Object.fromEntries(rows.map(({ value, pageviews }) => [value, pageviews]));
}

describe("the rules of a website", () => {
  test("are read and changed as a whole, and are no field of the website", async () => {
    const { id } = await footfall.storeWith([]);
    const before = await footfall.request(urlOf(id));
    expect(before.json).toEqual({ data: { rules: [] } });

    const { keep_query: _, ...short } = users;
    const changed = await put(id, [short, users], before.headers.get("etag") ?? "");
    expect(changed.status).toBe(200);
    expect(changed.json).toEqual({ data: { rules: [{ ...short, keep_query: 1 }, users] } });
    const after = await footfall.request(urlOf(id));
    expect(after.json).toEqual(changed.json);
    expect(after.headers.get("etag")).toBe(changed.headers.get("etag"));
    expect(after.headers.get("etag")).not.toBe(before.headers.get("etag"));

    const website = await footfall.request(`/api/v1/websites/${id}`);
    expect(website.text).not.toContain("rules");
    const ignored = { page_rules: [], rules: [] };
    await footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body: ignored });
    expect((await footfall.request(urlOf(id))).json).toEqual(changed.json);
  });

  test("need If-Match, and a change of somebody else is not overwritten", async () => {
    const { id } = await footfall.storeWith([]);
    const tag = (await footfall.request(urlOf(id))).headers.get("etag") ?? "";
    const without = await put(id, [users]);
    expect([without.status, without.json.code]).toEqual([428, "IF_MATCH_REQUIRED"]);
    expect((await put(id, [users], tag)).status).toBe(200);
    const late = await put(id, [], tag);
    expect([late.status, late.json.code]).toEqual([412, "CHANGED_MEANWHILE"]);
    const { keep_query, ...rest } = users;
    const other = { ...rest, keep_query: 1 - keep_query };
    const newest = (await footfall.request(urlOf(id))).headers.get("etag") ?? "";
    const onlyQuery = await put(id, [other], newest);
    expect(onlyQuery.headers.get("etag")).not.toBe(newest);
    expect((await put(id, [], "*")).status).toBe(200);
  });

  test("name a wrong field by its place", async () => {
    const { id } = await footfall.storeWith([]);
    const wrong = await put(id, [users, { match: "/a/**/b", page: "c" }], "*");
    expect(wrong.status).toBe(422);
    expect(Object.keys(wrong.json.errors)).toEqual(["rules.1.match", "rules.1.page"]);
    const many = await put(
      id,
      Array.from({ length: 51 }, () => users),
      "*",
    );
    expect(Object.keys(many.json.errors)).toEqual(["rules"]);
  });

  test("have an entry in the audit list", async () => {
    const { id } = await footfall.storeWith([]);
    await put(id, [users], "*");
    await eventually(async () => {
      const { json } = await footfall.request("/api/v1/audit?per_page=10");
      const entries: { what: string; website_id: number }[] = json.data;
      expect(entries.filter((entry) => entry.website_id === id)).toContainEqual(
        expect.objectContaining({
          what: "page_rules.update",
          before: { rules: [] },
          after: { rules: [users] },
        }),
      );
    });
  });
});

describe("a rule holds for what comes", () => {
  let id: number;
  let domain: string;
  beforeAll(async () => {
    ({ id, domain } = await footfall.storeWith([]));
    await put(id, [users], "*");
  });

  const stored = (table: "events" | "reads", column: "page" | "path") =>
    selectRows<{ value: string }>(
      footfall,
      `SELECT DISTINCT ${column} AS value FROM ${table} WHERE website_id = ${id} AND ${column} != ''`,
    );

  test("from trackers, in bulk and from Umami's, with the campaign of the query", async () => {
    const url = `https://${domain}/users/17?utm_source=mail&tab=1`;
    expect((await footfall.track({ d: domain, u: url })).status).toBe(202);
    await footfall.send({ id, domain }, [{ page: "/users/18?gclid=1" }]);
    const umami = {
      type: "event",
      payload: { website: domain, hostname: domain, url: "/users/19" },
    };
    const headers = { "user-agent": chrome };
    const sent = await footfall.request("/api/send", { body: umami, key: false, headers });
    expect(sent.status).toBe(202);
    expect(await stored("events", "page")).toEqual([{ value: "/users/:id" }]);
    const rows = await selectRows<{ utm_source: string; click_id: string }>(
      footfall,
      `SELECT max(utm_source) AS utm_source, max(click_id) AS click_id FROM events WHERE website_id = ${id}`,
    );
    expect(rows).toEqual([{ utm_source: "mail", click_id: "gclid" }]);
  });

  test("from crawlers, over the tracker and the API", async () => {
    const agent = "Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)";
    await footfall.track({ d: domain, u: `https://${domain}/users/20` }, { "user-agent": agent });
    const read = { url: `https://${domain}/users/21`, user_agent: agent };
    const reply = await footfall.request(`/api/v1/websites/${id}/reads`, { body: [read] });
    expect(reply.json).toEqual({ reads: 1, not_reads: 0 });
    await eventually(async () => {
      expect(await stored("reads", "path")).toEqual([{ value: "/users/:id" }]);
    });
  });
});

describe("an import", () => {
  const at = "02/Jun/2025:10:00:00 +0000";
  const line = (page: string) =>
    `192.0.2.1 - - [${at}] "GET ${page} HTTP/1.1" 200 1 "-" "${chrome}"\n`;
  const own = (domain: string) =>
    `${exportedLine(day, 1, { page: "/users/22", hostname: domain })}\n`;

  test("applies the rules, and leaves them if asked", async () => {
    const cases = [
      ["export.ndjson", own, "{}"],
      ["export.ndjson", own, '{"apply_rules":0}'],
      ["access.log", () => line("/users/22"), '{"apply_rules":1}'],
      ["access.log", () => line("/users/22"), '{"apply_rules":0}'],
    ] as const;
    const pages = cases.map(async ([name, textOf, options]) => {
      const { id, domain } = await footfall.storeWith([]);
      await put(id, [users], "*");
      const done = await importFiles(footfall.url, id, [[name, textOf(domain)]], { options });
      expect(done).toMatchObject({ status: "done", rows: { imported: 1 } });
      return Object.keys(await breakdown(id));
    });
    const each = [["/users/:id"], ["/users/22"]];
    expect(await Promise.all(pages)).toEqual([...each, ...each]);
  });

  test.each(["2", "true", '"1"', "null"])("takes no apply_rules of %s", async (value) => {
    const { id, domain } = await footfall.storeWith([]);
    const options = `{"apply_rules":${value}}`;
    for (const [name, text] of [
      ["export.ndjson", own(domain)],
      ["access.log", line("/")],
    ] as const) {
      const { status, json } = await postImport(footfall.url, id, [[name, text]], { options });
      expect({ status, json }).toMatchObject({
        status: 422,
        json: { errors: { options: ["apply_rules must be 0 or 1"] } },
      });
    }
  });
});

describe("before there is a rule", () => {
  const pages = [
    ...Array.from({ length: 8 }, (_, nth) => ({ page: `/users/${nth}?tab=${nth % 2}` })),
    { page: "/users/3?tab=1" },
    { page: "/users/:id?tab=1" },
    { page: "/users/7/orders" },
    { page: "/accounts/:id" },
    { page: "/" },
  ].map((event) => ({ ...event, at: "10:00:00" }));

  test.each([
    ["keeps the query", { ...users, keep_query: 1 }],
    ["drops the query", users],
    ["joins other pages", { ...users, page: "/accounts/:id" }],
    ["is for a tree", { match: "/users/**", page: "/:all", keep_query: 0 }],
    ["matches nothing", { ...users, match: "/nobody" }],
  ])("its preview equals what it does, if it %s", async (_what, rule) => {
    const plain = await footfall.storeWith(pages);
    const body = { ...rule, from: day, to: day };
    const { json } = await footfall.request(`${urlOf(plain.id)}/preview`, { body });
    const { before, after, pages_before, pages_after, pageviews } = json.data;
    const ruled = await footfall.storeWith([]);
    await put(ruled.id, [rule], "*");
    await footfall.send(ruled, pages);

    const expected = await breakdown(plain.id);
    for (const { value, pageviews } of before) {
      expect(expected[value]).toBe(pageviews);
      delete expected[value];
    }
    for (const { value, pageviews } of after) expected[value] = pageviews;
    expect(await breakdown(ruled.id)).toEqual(expected);
    const sum = (rows: { pageviews: number }[]) =>
      rows.reduce((all, row) => all + row.pageviews, 0);
    expect([sum(before), sum(after)]).toEqual([pageviews, pageviews]);
    expect([before.length, after.length]).toEqual([pages_before, pages_after]);
    expect((await footfall.request(urlOf(plain.id))).json).toEqual({ data: { rules: [] } });
  });

  test("it is suggested", async () => {
    const { id } = await footfall.storeWith(pages);
    const { json } = await footfall.request(`${urlOf(id)}/suggestions?${range}`);
    expect(json.data).toEqual([
      {
        match: "/users/*",
        page: "/users/:id",
        pages: 9,
        pageviews: 10,
        examples: ["/users/3", "/users/0", "/users/1", "/users/2", "/users/4"],
      },
    ]);
    await put(id, [users], "*");
    const after = await footfall.request(`${urlOf(id)}/suggestions?${range}`);
    expect(after.json.data).toEqual([]);
  });

  test("days in the wrong order are refused", async () => {
    const { id } = await footfall.storeWith([]);
    const path = `${urlOf(id)}/suggestions?from=2025-06-03&to=${day}`;
    const body = { ...users, from: "2025-06-03", to: day };
    for (const reply of [
      await footfall.request(path),
      await footfall.request(`${urlOf(id)}/preview`, { body }),
    ]) {
      expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["from"]]);
    }
  });
});
