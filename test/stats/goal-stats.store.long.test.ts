import { beforeAll, describe, expect, test } from "vitest";
import type { Sent } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { answerOf, blog, buy, days, goalSites, june, signup } from "./goal-sites.ts";

const footfall = openFootfall(shareFootfall);
const siteWith = goalSites(footfall);

describe("goals/stats", () => {
  test("has visitors, conversions, rate and revenue of each goal", async () => {
    const { ask } = await siteWith(june, [signup, buy, blog]);
    const { data, meta } = await answerOf(ask(`goals/stats?${days}`));

    expect(data).toEqual([
      {
        id: 2,
        name: "Buy",
        visitors: 2,
        conversions: 4,
        conversion_rate: 0.4,
        revenue: [
          { currency: "EUR", amount: 0 },
          { currency: "USD", amount: 5 },
        ],
      },
      {
        id: 1,
        name: "Signup",
        visitors: 2,
        conversions: 2,
        conversion_rate: 0.4,
        revenue: [],
      },
      {
        id: 3,
        name: "Blog",
        visitors: 1,
        conversions: 2,
        conversion_rate: 0.2,
        revenue: [{ currency: "CHF", amount: 1 }],
      },
    ]);
    expect(meta).toMatchObject({ visitors: 5, total: 3, per_page: 10 });
    const summary = await answerOf(ask(`summary?${days}`));
    expect(summary.data.visitors).toBe(5);
  });

  test("covers the visitors of a filter or segment, with all that they did", async () => {
    const { ask } = await siteWith(june, [signup, buy]);
    await ask("segments", { body: { name: "a", filters: { event: ["Sign up"] } } });
    for (const query of ["segment=1", "filter[event]=Sign+up", "filter[goal]=Signup"]) {
      const { data, meta } = await answerOf(ask(`goals/stats?${days}&${query}`));
      expect(meta.visitors).toBe(2);
      expect(data).toMatchObject([
        { name: "Signup", visitors: 2, conversions: 2, conversion_rate: 1 },
        { name: "Buy", visitors: 1, conversions: 3, conversion_rate: 0.5 },
      ]);
    }
    const none = await answerOf(ask(`goals/stats?${days}&filter[page]=/none`));
    expect(none.meta.visitors).toBe(0);
    expect(none.data).toMatchObject([
      { name: "Buy", visitors: 0, conversions: 0, conversion_rate: null, revenue: [] },
      { name: "Signup", visitors: 0, conversion_rate: null },
    ]);
  });

  test("is searched, sorted and cut into pages; meta.visitors stays", async () => {
    const more = ["Å", "a", "Z", "~", "😀"].map((name) => ({ ...blog, name }));
    const { ask } = await siteWith(june, [signup, buy, ...more]);
    const names = async (query: string) => {
      const { data, meta } = await answerOf(ask(`goals/stats?${days}&${query}`));
      expect(meta.visitors).toBe(5);
      return [data.map(({ name }: { name: string }) => name).join(" "), meta.total];
    };

    expect(await names("")).toEqual(["Buy Signup Z a ~ Å 😀", 7]);
    expect(await names("sort=asc")).toEqual(["Z a ~ Å 😀 Buy Signup", 7]);
    expect(await names("sort_by=conversions")).toEqual(["Buy Signup Z a ~ Å 😀", 7]);
    expect(await names("sort_by=conversion_rate&sort=asc")).toEqual(["Z a ~ Å 😀 Buy Signup", 7]);
    expect(await names("sort_by=name")).toEqual(["😀 Å ~ a Z Signup Buy", 7]);
    expect(await names("sort_by=name&sort=asc")).toEqual(["Buy Signup Z a ~ Å 😀", 7]);
    expect(await names("search=å&search_by=name")).toEqual(["Å", 1]);
    expect(await names("search=SIGN")).toEqual(["Signup", 1]);
    expect(await names("page=2")).toEqual(["", 7]);
  });

  test("is there without goals and without days", async () => {
    const { ask } = await siteWith(june, []);
    const none = await answerOf(ask(`goals/stats?${days}`));
    expect([none.data, none.meta.visitors, none.meta.total]).toEqual([[], 5, 0]);
    await ask("goals", { body: signup });
    const empty = await answerOf(ask("goals/stats?from=2024-06-02&to=2024-06-03"));
    expect(empty.data).toMatchObject([{ visitors: 0, conversions: 0, conversion_rate: null }]);
    expect(empty.meta.visitors).toBe(0);
  });

  test("compares with earlier days", async () => {
    const { ask } = await siteWith(june, [signup, buy]);
    const query = "from=2025-06-03&to=2025-06-03";
    const { data } = await answerOf(ask(`goals/stats?${query}&compare=previous&sort_by=name`));
    const second = { from: "2025-06-02", to: "2025-06-02" };
    expect(data).toEqual([
      {
        id: 1,
        name: "Signup",
        visitors: 1,
        conversions: 1,
        conversion_rate: 1,
        revenue: [],
        previous: { ...second, visitors: 1, conversions: 1, conversion_rate: 0.25, revenue: [] },
        change: { visitors: 0, conversions: 0, conversion_rate: 3 },
      },
      {
        id: 2,
        name: "Buy",
        visitors: 0,
        conversions: 0,
        conversion_rate: 0,
        revenue: [],
        previous: {
          ...second,
          visitors: 2,
          conversions: 4,
          conversion_rate: 0.5,
          revenue: [
            { currency: "EUR", amount: 0 },
            { currency: "USD", amount: 5 },
          ],
        },
        change: { visitors: -1, conversions: -1, conversion_rate: -1 },
      },
    ]);

    const year = `goals/stats?${query}&compare=year&match=weekday`;
    expect((await answerOf(ask(year))).data[0]).toMatchObject({
      // A Tuesday, as 3 June 2025 is one.
      previous: { from: "2024-06-04", to: "2024-06-04", visitors: 0, conversion_rate: null },
      change: { visitors: null, conversions: null, conversion_rate: null },
    });
  });

  test("writes amounts exactly", async () => {
    const amount = 999_999_999_999.999;
    const many = Array.from(
      { length: 20 },
      (_, n): Sent => ({
        at: `2025-06-02T10:00:${String(n + 10)}Z`,
        name: "Buy",
        revenue: { amount, currency: "JPY" },
      }),
    );
    const revenue = { amount: 0.001, currency: "KWD" };
    const cents = { at: "2025-06-02T10:00:00Z", name: "Buy", revenue };
    const { ask } = await siteWith([...many, cents, cents, cents], [buy]);
    for (const path of ["goals/stats?", "goals/1/stats?name=browser&"]) {
      const reply = await ask(`${path}${days}`);
      expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
      expect(reply.text).toContain(
        '"revenue":[{"currency":"JPY","amount":19999999999999.98},{"currency":"KWD","amount":0.003}]',
      );
    }
  });

  test("comes as CSV", async () => {
    const { ask, domain } = await siteWith(june, [signup, { ...buy, name: 'Buy "it"' }]);
    const csv = (query: string) =>
      ask(`goals/stats?${days}&${query}`, { headers: { accept: "text/csv" } });
    const reply = await csv("sort_by=name&page=7");
    expect(reply.headers.get("content-disposition")).toBe(
      `attachment; filename="${domain}-goals-2025-06-02-2025-06-03.csv"`,
    );
    expect(reply.text.split("\r\n")).toEqual([
      "id,name,visitors,conversions,conversion_rate,revenue",
      '1,"Signup",2,2,0.4,"[]"',
      '2,"Buy ""it""",2,4,0.4,"[{""currency"":""EUR"",""amount"":0},{""currency"":""USD"",""amount"":5}]"',
      "",
    ]);
    const compared = await csv("compare=2024-01-01&search=sign");
    expect(compared.text.split("\r\n")).toEqual([
      "id,name,visitors,conversions,conversion_rate,revenue,previous,change",
      '1,"Signup",2,2,0.4,"[]","{""from"":""2024-01-01"",""to"":""2024-01-02"",""visitors"":0,""conversions"":0,""conversion_rate"":null,""revenue"":[]}","{""visitors"":null,""conversions"":null,""conversion_rate"":null}"',
      "",
    ]);
  });

  test("has a tag, that changes with events and with goals", async () => {
    const { ask, send } = await siteWith(june, [signup]);
    for (const path of [`goals/stats?${days}`, `goals/1/stats?name=visitor&${days}`]) {
      const tagOf = async () => (await ask(path)).headers.get("etag") ?? "";
      const tag = await tagOf();
      expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
      const again = await ask(path, { headers: { "if-none-match": tag } });
      expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", tag]);
      const head = await ask(path, { method: "HEAD" });
      expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", tag]);
      const csv = await ask(path, { headers: { accept: "text/csv" } });
      expect(csv.headers.get("etag")).not.toBe(tag);

      await ask("goals/1", { method: "PATCH", body: { value: "Buy" } });
      const changed = await tagOf();
      expect(changed).not.toBe(tag);
      await ask("goals/1", { method: "PATCH", body: { value: "Sign up" } });
      expect(await tagOf()).toBe(tag);
      await send([{ at: "2025-06-03T10:00:00Z", who: 9 }]);
      const options = { headers: { "cache-control": "no-cache" } };
      expect((await ask(path, options)).headers.get("etag")).not.toBe(tag);
    }
  });
});

describe("what is asked", () => {
  let site: Awaited<ReturnType<typeof siteWith>>;
  beforeAll(async () => {
    site = await siteWith(june, [signup], { privacy: 0 });
  });

  test.each([
    ["stats?", ["from", "to"]],
    ["stats?from=2025-06-03&to=2025-06-02", ["from"]],
    [`stats?${days}&sort_by=rate`, ["sort_by"]],
    [`stats?${days}&search_by=value`, ["search_by"]],
    [`stats?${days}&compare=2025-06-02`, ["compare"]],
    [`stats?${days}&match=weekday`, ["match"]],
    [`stats?${days}&filter[goal]=x&segment=9`, ["filter[goal]", "segment"]],
    [`1/stats?${days}`, ["name"]],
    [`1/stats?${days}&name=pageview`, ["name"]],
    [`1/stats?${days}&name=visit&interval=day`, ["name"]],
    [`1/stats?${days}&name=page&interval=day`, ["interval"]],
    [`1/stats?${days}&name=visitor&interval=year`, ["interval"]],
    [`1/stats?${days}&name=page&compare=previous`, ["compare"]],
    [`1/stats?${days}&name=page&compare=`, ["compare"]],
    [`1/stats?${days}&name=page&sort_by=count&per_page=7`, ["per_page", "sort_by"]],
  ])("goals/%s is 422", async (path, fields) => {
    const { status, json } = await site.ask(`goals/${path}`);
    expect([status, json.code, Object.keys(json.errors).sort()]).toEqual([
      422,
      "VALIDATION",
      fields,
    ]);
  });

  test("a goal that is not there is 404, and so is a website", async () => {
    for (const goal of ["2", "0", "x", "01"]) {
      const { json } = await site.ask(`goals/${goal}/stats?name=page&${days}`);
      expect([json.status, json.code]).toEqual([404, "NOT_FOUND"]);
    }
    for (const path of ["goals/stats", "goals/1/stats"]) {
      const { json } = await footfall.request(`/api/v1/websites/99999/${path}`);
      expect([json.status, json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
  });

  test("viewers get the same", async () => {
    for (const path of [`goals/stats?${days}`, `goals/1/stats?name=page&${days}`]) {
      const reply = await footfall.request(`/shared/${site.domain}/${path}`, { key: false });
      expect([reply.status, reply.json.data]).toEqual([200, (await answerOf(site.ask(path))).data]);
    }
    const keyless = await footfall.request(`/api/v1/websites/${site.id}/goals/stats?${days}`, {
      key: false,
    });
    expect(keyless.json.code).toBe("UNAUTHORIZED");
  });
});
