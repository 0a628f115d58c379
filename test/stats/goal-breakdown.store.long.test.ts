import { beforeAll, describe, expect, test } from "vitest";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { answerOf, blog, buy, days, goalSites, june, signup } from "./goal-sites.ts";

const footfall = openFootfall(shareFootfall);
const siteWith = goalSites(footfall);

describe("goals/{goal_id}/stats", () => {
  interface Row {
    readonly value: string;
    readonly visitors: number;
    readonly converted: number;
    readonly conversions: number;
    readonly conversion_rate: number;
    readonly revenue: readonly { readonly currency: string; readonly amount: number }[];
  }
  const show = (row: Row) =>
    [
      row.value,
      row.visitors,
      row.converted,
      row.conversions,
      row.conversion_rate,
      ...row.revenue.map(({ currency, amount }) => `${amount} ${currency}`),
    ].join(", ");
  type Site = Awaited<ReturnType<typeof siteWith>>;
  async function rowsOf({ ask }: Site, goal: number, query: string): Promise<string[]> {
    const { data } = await answerOf(ask(`goals/${goal}/stats?${days}&${query}`));
    return data.map(show);
  }
  let site: Site;
  beforeAll(async () => {
    site = await siteWith(june, [signup, buy, blog]);
  });

  test("has all values, with what their visitors did for the goal that day", async () => {
    expect(await rowsOf(site, 2, "name=utm_source")).toEqual([
      "news, 2, 1, 3, 0.5, 20 EUR, 5 USD",
      "mail, 1, 0, 0, 0",
    ]);
    expect(await rowsOf(site, 3, "name=utm_source")).toEqual([
      "mail, 1, 1, 2, 1, 1 CHF",
      "news, 2, 1, 2, 0.5, 1 CHF",
    ]);
    expect(await rowsOf(site, 2, "name=event")).toEqual([
      "Buy, 2, 2, 4, 1, 0 EUR, 5 USD",
      "Sign up, 2, 1, 3, 0.5, 20 EUR, 5 USD",
    ]);
    expect(await rowsOf(site, 2, "name=entry_page&sort_by=value")).toEqual([
      "/blog/1, 1, 0, 0, 0",
      "/, 3, 2, 4, 0.6667, 0 EUR, 5 USD",
    ]);
    expect(await rowsOf(site, 2, "name=page&filter[goal]=Signup")).toEqual([
      "/, 1, 1, 3, 1, 20 EUR, 5 USD",
    ]);
  });

  test.each(["country", "page", "exit_page", "channel", "referrer", "event"])(
    "by %s has the values and visitors of the statistics",
    async (name) => {
      const stats = `/api/v1/stats/${site.id}?name=${name}&${days}&sort_by=value`;
      const { data } = (await footfall.request(stats)).json;
      const asked = `goals/1/stats?name=${name}&${days}&sort_by=value`;
      const rows = (await answerOf(site.ask(asked))).data;
      const shared = ({
        value,
        code,
        visitors,
      }: {
        value: string;
        code?: string;
        visitors: number;
      }) => ({
        value,
        code,
        visitors,
      });
      expect(rows.map(shared)).toEqual(data.map(shared));
      expect(Object.keys(rows[0])).toEqual([
        "value",
        ...(name === "country" ? ["code"] : []),
        "visitors",
        "converted",
        "conversions",
        "conversion_rate",
        "revenue",
      ]);
    },
  );

  test("is the goal over time with name=visitor", async () => {
    const ofBuy = (query: string) => rowsOf(site, 2, `name=visitor&sort_by=value&${query}`);
    expect(await ofBuy("")).toEqual([
      "2025-06-03, 1, 0, 0, 0",
      "2025-06-02, 4, 2, 4, 0.5, 0 EUR, 5 USD",
    ]);
    expect(await ofBuy("interval=day&sort=asc&search=-02")).toEqual([
      "2025-06-02, 4, 2, 4, 0.5, 0 EUR, 5 USD",
    ]);
    expect(await ofBuy("interval=week")).toEqual(["2025-06-02, 5, 2, 4, 0.4, 0 EUR, 5 USD"]);
    expect(await ofBuy("interval=month")).toEqual(["2025-06, 5, 2, 4, 0.4, 0 EUR, 5 USD"]);
    // Visitors of the hour with a conversion on the day, and the conversions of the hour.
    expect(await ofBuy("interval=hour&sort=asc")).toEqual([
      "2025-06-02T09:00, 2, 1, 1, 0.5, -20 EUR",
      "2025-06-02T10:00, 2, 1, 0, 0.5",
      "2025-06-02T11:00, 1, 1, 2, 1, 20 EUR",
      "2025-06-02T12:00, 1, 1, 1, 1, 5 USD",
      "2025-06-03T00:00, 1, 0, 0, 0",
    ]);
  });

  test("is sorted by each of its fields, ties by value", async () => {
    const values = async (query: string) => {
      const rows = await rowsOf(site, 2, `name=page&${query}`);
      return rows.map((row) => row.split(",")[0]).join(" ");
    };
    expect(await values("")).toBe("/ /blog/1 /blog/2");
    for (const sortBy of ["converted", "visitors", "conversions", "conversion_rate"]) {
      expect(await values(`sort_by=${sortBy}`)).toBe("/ /blog/1 /blog/2");
      expect(await values(`sort_by=${sortBy}&sort=asc`)).toBe("/blog/1 /blog/2 /");
    }
    expect(await values("sort_by=value")).toBe("/blog/2 /blog/1 /");
    const { data, meta } = await answerOf(
      site.ask(`goals/2/stats?${days}&name=page&search=BLOG&page=2`),
    );
    expect([data, meta.total]).toEqual([[], 2]);
  });

  test("comes as CSV", async () => {
    const csv = async (query: string, range = days) => {
      const headers = { accept: "text/csv" };
      return (await site.ask(`goals/2/stats?${range}&${query}`, { headers })).text.split("\r\n");
    };
    expect(await csv("name=entry_page")).toEqual([
      "value,visitors,converted,conversions,conversion_rate,revenue",
      '"/",3,2,4,0.6667,"[{""currency"":""EUR"",""amount"":0},{""currency"":""USD"",""amount"":5}]"',
      '"/blog/1",1,0,0,0,"[]"',
      "",
    ]);
    const [header, row] = await csv("name=country");
    expect(header).toBe("value,code,visitors,converted,conversions,conversion_rate,revenue");
    expect(row).toMatch(/^"\(unknown\)",,5,2,4,0\.4,/);
    expect(await csv("name=country", "from=2024-01-01&to=2024-01-01")).toHaveLength(2);
  });
});
