import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { channels } from "../../../src/http/compat/plausible/words.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import {
  custom,
  ok,
  type PlausibleShop,
  percent,
  range,
  rounded,
  startPlausibleShop,
} from "./plausible-shop.ts";

let shop: PlausibleShop;
beforeAll(async () => {
  shop = await startPlausibleShop();
});
afterAll(stopAll);

describe("v1: breakdowns", () => {
  test.each([
    ["visit:source", "source", "source"],
    ["visit:referrer", "referrer", "referrer"],
    ["visit:device", "device", "device"],
    ["visit:browser", "browser", "browser"],
    ["visit:os", "operating_system", "os"],
    ["visit:utm_medium", "utm_medium", "utm_medium"],
    ["visit:entry_page", "entry_page", "entry_page"],
    ["visit:exit_page", "exit_page", "exit_page"],
    ["event:hostname", "hostname", "hostname"],
  ])("of %s are those of %s", async (property, name, key) => {
    const { data } = await shop.native("stats", `name=${name}&sort_by=visitors&${range}`);
    const metrics = "visitors,visits,pageviews,bounce_rate,visit_duration";
    const { results } = await ok(shop.v1("stats/breakdown", { ...custom, property, metrics }));
    const word = (value: string) => (value === "(direct)" ? "Direct / None" : value);
    const expected = data.map((row: Record<string, number>) => ({
      [key]: word(String(row["value"])),
      visitors: row["visitors"],
      visits: row["visits"],
      pageviews: row["pageviews"],
      bounce_rate: percent(row["bounce_rate"] ?? null),
      visit_duration: rounded(row["visit_duration"] ?? null),
    }));
    expect(results.length).toBeGreaterThan(0);
    expect(results).toHaveLength(expected.length);
    expect(results).toEqual(expect.arrayContaining(expected));
    const order = results.map((row: Record<string, unknown>) => [
      -Number(row["visitors"]),
      row[key],
    ]);
    expect(order).toEqual([...order].sort(([a, x], [b, y]) => a - b || (x < y ? -1 : 1)));
  });

  test("of pages have their own numbers", async () => {
    const { data } = await shop.native("stats", `name=page&sort_by=pageviews&${range}`);
    const asked = { ...custom, property: "event:page", metrics: "pageviews,visitors,time_on_page" };
    const { results } = await ok(shop.v1("stats/breakdown", asked));
    expect(results).toEqual(
      data.map(
        (row: {
          value: string;
          pageviews: number;
          visitors: number;
          engagement_seconds: number | null;
        }) => ({
          page: row.value,
          pageviews: row.pageviews,
          visitors: row.visitors,
          time_on_page: rounded(row.engagement_seconds),
        }),
      ),
    );
  });

  test("of places have codes and names, and leave out visitors without a place", async () => {
    const { data } = await shop.native("stats", `name=country&${range}`);
    const visitors = data.find(({ code }: { code: string }) => code === "US").visitors;
    const ask = async (property: string) =>
      (await ok(shop.v1("stats/breakdown", { ...custom, property }))).results;

    expect(data).toHaveLength(2);
    expect(await ask("visit:country")).toEqual([{ country: "US", visitors }]);
    expect(await ask("visit:country_name")).toEqual([{ country_name: "United States", visitors }]);
  });

  test("of versions say whose they are", async () => {
    const { data } = await shop.native("stats", `name=browser_version&${range}`);
    const ask = async (property: string) =>
      (await ok(shop.v1("stats/breakdown", { ...custom, property }))).results;
    const rows = await ask("visit:browser_version");
    expect(rows).toHaveLength(data.length);
    for (const { value, visitors } of data) {
      const [browser, browser_version] = value.split(" ");
      expect(rows).toContainEqual({ browser, browser_version, visitors });
    }
    expect(
      (await ask("visit:os_version")).find((row: { os: string }) => row.os === "iOS"),
    ).toMatchObject({
      os_version: "17.5",
    });
  });

  test("of channels have Plausible's names", async () => {
    const { data } = await shop.native("stats", `name=channel&${range}`);
    const { results } = await ok(
      shop.v1("stats/breakdown", { ...custom, property: "visit:channel" }),
    );
    expect(data.length).toBeGreaterThan(3);
    expect(results).toEqual(
      expect.arrayContaining(
        data.map(({ value, visitors }: { value: string; visitors: number }) => ({
          channel: channels[value],
          visitors,
        })),
      ),
    );
  });

  test("of props have the key's name, also for one goal", async () => {
    for (const [filters, event] of [
      ["", ""],
      ["event:goal==Purchase", "&event=Purchase"],
    ]) {
      const { data } = await shop.native("props/plan", `none=1&sort_by=visitors&${range}${event}`);
      const asked = {
        ...custom,
        property: "event:props:plan",
        metrics: "visitors,events",
        ...(filters && { filters }),
      };
      const { results } = await ok(shop.v1("stats/breakdown", asked));
      expect(results.length).toBeGreaterThan(0);
      expect(results).toEqual(
        data.map((row: { value: string; visitors: number; count: number }) => ({
          plan: row.value,
          visitors: row.visitors,
          events: row.count,
        })),
      );
    }
  });

  test("of goals, and of sources for one goal, have conversion rates", async () => {
    const goals = await shop.native("goals/stats", range);
    const metrics = "visitors,events,conversion_rate";
    const { results } = await ok(
      shop.v1("stats/breakdown", { ...custom, property: "event:goal", metrics }),
    );
    expect(results).toHaveLength(goals.data.length);
    for (const { name, visitors, conversions } of goals.data) {
      const conversion_rate = percent(visitors / goals.meta.visitors, 2);
      expect(results).toContainEqual({
        goal: name,
        visitors,
        events: conversions,
        conversion_rate,
      });
    }
    const sources = await shop.native("goals/1/stats", `name=source&${range}`);
    const asked = { ...custom, property: "visit:source", filters: "event:goal==Signup", metrics };
    const rows = (await ok(shop.v1("stats/breakdown", asked))).results;
    expect(rows.length).toBeGreaterThan(1);
    for (const { source, ...numbers } of rows) {
      const value = source === "Direct / None" ? "(direct)" : source;
      const row = sources.data.find((one: { value: string }) => one.value === value);
      expect(numbers).toEqual({
        visitors: row.converted,
        events: row.conversions,
        conversion_rate: percent(row.converted / row.visitors, 2),
      });
    }
  });

  test("of event names have page views, too", async () => {
    const { data } = await shop.native("summary", range);
    const asked = { ...custom, property: "event:name", metrics: "events,visitors" };
    const { results } = await ok(shop.v1("stats/breakdown", asked));
    expect(results[0]).toEqual({
      name: "pageview",
      events: data.pageviews,
      visitors: data.visitors,
    });
    expect(results.map(({ name }: { name: string }) => name)).toContain("Purchase");
  });

  test("come in pages", async () => {
    const asked = { ...custom, property: "event:page" };
    const all = (await ok(shop.v1("stats/breakdown", asked))).results;
    const pages = await Promise.all(
      ["1", "2", "3", "4"].map(
        async (page) =>
          (await ok(shop.v1("stats/breakdown", { ...asked, limit: "2", page }))).results,
      ),
    );
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1, 0]);
    expect(pages.flat()).toEqual(all);
  });
});
