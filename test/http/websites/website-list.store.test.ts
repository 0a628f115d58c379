import { request as httpRequest } from "node:http";
import { beforeAll, describe, expect, test } from "vitest";
import { apiKey, type Reply, startFootfall, type TestFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const websites = "/api/v1/websites";
const footfall = openFootfall();
beforeAll(async () => {
  for (let n = 1; n <= 27; n += 1) {
    const favorited_at = n % 9 === 0 ? "2026-01-02T03:04:05" : "";
    await footfall.store(`site-${String(n).padStart(2, "0")}.test`, { favorited_at });
  }
  await footfall.store("müller.de");
});

async function list(query: string) {
  const reply = await footfall.request(`${websites}?${query}`);
  if (reply.status !== 200) throw new Error(`${query} answered ${reply.status}: ${reply.text}`);
  return reply.json;
}

async function domains(query: string): Promise<string[]> {
  return (await list(query)).data.map(({ domain }: { domain: string }) => domain);
}

describe("pages", () => {
  test("the first page has the ten newest", async () => {
    const path = `${footfall.url}${websites}`;

    expect(await domains("")).toEqual([
      "xn--mller-kva.de",
      ...[27, 26, 25, 24, 23, 22, 21, 20, 19].map((n) => `site-${n}.test`),
    ]);
    const { links, meta } = await list("");
    expect(links).toEqual({
      first: `${path}?page=1`,
      last: `${path}?page=3`,
      prev: null,
      next: `${path}?page=2`,
    });
    expect(meta).toEqual({
      current_page: 1,
      from: 1,
      to: 10,
      last_page: 3,
      per_page: 10,
      total: 28,
      path,
    });
  });

  test("the links lead through every website once, and there is nothing behind the last", async () => {
    const seen: number[] = [];
    let url: string | null = `${footfall.url}${websites}?search=site&per_page=10&sort=asc`;
    while (url !== null) {
      const reply: Reply = await footfall.request(url.slice(footfall.url.length));
      seen.push(...reply.json.data.map(({ id }: { id: number }) => id));
      url = reply.json.links.next;
    }
    const last = await list("search=site&page=3");

    expect(seen).toEqual(Array.from({ length: 27 }, (_, i) => i + 1));
    expect([last.meta.from, last.meta.to, last.links.next]).toEqual([21, 27, null]);
    expect(new URL(last.links.prev).searchParams.get("page")).toBe("2");
  });

  test.each(["4", "999999", "1000000000"])("page %s is past the end and empty", async (page) => {
    const { data, links, meta } = await list(`page=${page}`);

    expect(data).toEqual([]);
    expect(meta).toMatchObject({ from: null, to: null, last_page: 3, total: 28 });
    expect(meta.current_page).toBe(Number(page));
    expect(links.next).toBeNull();
    expect(new URL(links.prev).searchParams.get("page")).toBe("3");
  });

  test("an empty list has one page", async () => {
    const { data, links, meta } = await list("search=nothing-like-it");

    expect(data).toEqual([]);
    expect(meta).toMatchObject({ from: null, to: null, last_page: 1, total: 0, current_page: 1 });
    expect(links).toMatchObject({ prev: null, next: null });
    expect(links.last).toBe(links.first);
  });

  test.each([10, 25, 50, 100])("per_page may be %i", async (perPage) => {
    const { data, meta } = await list(`per_page=${perPage}`);

    expect([data.length, meta.per_page]).toEqual([Math.min(28, perPage), perPage]);
  });
});

test.each([
  ["search=site&sort=asc&unknown=1", "search=site&sort=asc&unknown=1&page=2"],
  ["page=1&search=site", "search=site&page=2"],
  ["search=s%C3%AFte&search_by=domain", null],
  ["search=%74est&x=a+b&y=%26%3D%23", "search=%74est&x=a+b&y=%26%3D%23&page=2"],
  ["search=site&x=%zz&y=%ff&&z", "search=site&x=%zz&y=%ff&z&page=2"],
  ["%70age=1&search=site", "search=site&page=2"],
])("the links of ?%s keep its parameters", async (query, next) => {
  const { links } = await list(query);

  expect(links.next).toBe(next === null ? null : `${footfall.url}${websites}?${next}`);
  expect(new URL(links.first).searchParams.getAll("page")).toEqual(["1"]);
});

test.each([
  ["search=SITE-0", 9],
  ["search=ite-01.TE", 1],
  ["search=%25", 0],
  ["search=_", 0],
  ["search=%5C", 0],
  ["search='", 0],
  ["search=%22", 0],
  ["search=%00", 0],
  ["search=site-0%", 0],
  ["search=.", 28],
  ["search=", 28],
  ["search=xn--", 1],
  ["search=site&search_by=domain", 27],
  ["favorite=1", 3],
  ["favorite=true", 3],
  ["favorite=0", 25],
  ["favorite=false", 25],
  ["favorite=true&search=site-1", 1],
  ["nonsense=1&per_page=10", 28],
])("?%s finds %i", async (query, total) => {
  expect((await list(query)).meta.total).toBe(total);
});

test.each([
  ["sort_by=id&sort=asc", ["site-01.test", "site-02.test"]],
  ["sort_by=id&sort=desc", ["xn--mller-kva.de", "site-27.test"]],
  ["sort_by=id", ["xn--mller-kva.de", "site-27.test"]],
  ["sort=asc", ["site-01.test", "site-02.test"]],
  ["sort_by=domain", ["xn--mller-kva.de", "site-27.test"]],
  ["sort_by=domain&sort=asc", ["site-01.test", "site-02.test"]],
])("?%s begins with %j", async (query, first) => {
  expect((await domains(query)).slice(0, 2)).toEqual(first);
});

test("a list is in force with the next request after a favourite is set and cleared", async () => {
  const [{ id }] = (await list("search=site-01")).data;
  const mark = (favorited_at: string) =>
    footfall.request(`${websites}/${id}`, { method: "PATCH", body: { favorited_at } });

  await mark("2026-01-01T00:00:00");
  expect(await domains("favorite=1&search=site-0")).toContain("site-01.test");
  await mark("");
  expect(await domains("favorite=1&search=site-0")).not.toContain("site-01.test");
});

const sentences: Readonly<Record<string, string>> = {
  per_page: "must be one of 10, 25, 50, 100",
  page: "must be an integer from 1 to 1000000000",
  favorite: "must be one of 1, true, 0, false",
  search_by: "must be domain",
  sort_by: "must be one of id, domain",
  sort: "must be one of desc, asc",
  search: "must be text",
};

test.each([
  ...["10.0", "abc", "0", "1000", "11", "", "-10", "010", "1e1", " 10", "10&per_page=10"].map(
    (text) => ["per_page", text],
  ),
  ...["0", "-1", "1e9", "1000000001", "99999999999999999999", "1.5", "", "a", "1&page=2"].map(
    (text) => ["page", text],
  ),
  ...["TRUE", "yes", "2", "", "1&favorite=1"].map((text) => ["favorite", text]),
  ...["value", "", "Domain"].map((text) => ["search_by", text]),
  ...["count", "created_at", "", "ID"].map((text) => ["sort_by", text]),
  ...["ASC", "up", "", "asc&sort=asc"].map((text) => ["sort", text]),
  ["search", "a&search=b"],
])("%s=%s is refused", async (name, text) => {
  const reply = await footfall.request(`${websites}?${name}=${text}`);

  expect([reply.status, reply.json.code]).toEqual([422, "VALIDATION"]);
  expect(reply.json.errors).toEqual({ [String(name)]: [sentences[String(name)]] });
});

test("every wrong parameter is named at once", async () => {
  const reply = await footfall.request(`${websites}?per_page=1&page=0&sort=x&sort_by=x&favorite=x`);

  expect(Object.keys(reply.json.errors).sort()).toEqual([
    "favorite",
    "page",
    "per_page",
    "sort",
    "sort_by",
  ]);
});

/** Sends a request with its own Host header, which `fetch` does not allow. */
function getWithHost(host: string): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = { host, authorization: `Bearer ${apiKey}` };
    httpRequest(`${footfall.url}${websites}`, { headers }, (reply) => {
      let body = "";
      reply.setEncoding("utf8").on("data", (text) => {
        body += text;
      });
      reply.on("end", () => resolve({ status: reply.statusCode ?? 0, body }));
    })
      .on("error", reject)
      .end();
  });
}

test("links begin with the host that the client asked", async () => {
  const { body } = await getWithHost("analytics.example:8443");

  expect(JSON.parse(body).meta.path).toBe(`http://analytics.example:8443${websites}`);
});

test.each(["", "a b", "host:99999", "[", "%", "a/b?c", "user@evil.test"])(
  "the host %j is unusable, and links begin with the server's address",
  async (host) => {
    const { status, body } = await getWithHost(host);

    expect(status).toBe(200);
    expect(JSON.parse(body).meta.path).toBe(`${footfall.url}${websites}`);
  },
);

test("behind a proxy that is trusted, links begin with what the proxy was asked", async () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-host": "stats.example" };
  const trusting = await startFootfall({ TRUST_PROXY: "127.0.0.1" });
  const pathOf = async (server: TestFootfall) =>
    (await server.request(websites, { headers })).json.meta.path;

  expect(await pathOf(trusting)).toBe(`https://stats.example${websites}`);
  expect(await pathOf(footfall)).toBe(`${footfall.url}${websites}`);
});
