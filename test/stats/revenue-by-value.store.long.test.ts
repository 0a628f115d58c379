import { describe, expect, test } from "vitest";
import { day } from "../helpers/footfall.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";
import { type Act, order, range, shops } from "./shops.ts";

const footfall = openFootfall(shareFootfall);
const { ask, dataOf, statsOf, websiteWith } = shops(footfall);

describe("revenue by value", () => {
  /** The example of docs/analysis.md. */
  const journey: readonly Act[] = [
    { at: "10:00:00", referrer: "https://www.google.com/" },
    { at: "11:00:00", page: "/?utm_source=newsletter" },
    order("11:05:00", 1, 10),
    { at: "12:00:00", referrer: "https://www.bing.com/" },
  ];

  test("is the one of docs/analysis.md", async () => {
    const id = await websiteWith(journey);
    const by = (touch: string) => statsOf(id, `${range}&name=source&touch=${touch}`);

    expect(await by("any")).toEqual([
      "Bing EUR 10 1 1",
      "Google EUR 10 1 1",
      "newsletter EUR 10 1 1",
    ]);
    expect(await statsOf(id, `${range}&name=source`)).toEqual(await by("any"));
    expect(await by("first")).toEqual(["Google EUR 10 1 1"]);
    expect(await by("last")).toEqual(["newsletter EUR 10 1 1"]);
  });

  test("with touch=any lists what stats lists, each value once", async () => {
    const id = await websiteWith([
      { at: "09:00:00", page: "/a", campaign: "spring" },
      { at: "09:01:00", page: "/a", campaign: "spring" },
      order("09:02:00", 1, 10, { page: "/b" }),
      order("09:03:00", 1, 5, { page: "/b" }),
      order("09:03:00", 1, 7, { page: "/b", currency: "USD" }),
      order("09:02:00", 2, 1),
      { at: "09:02:00", who: 3, page: "/a" },
    ]);

    expect(await statsOf(id, `${range}&name=campaign`)).toEqual([
      "spring EUR 15 2 1",
      "spring USD 7 1 1",
    ]);
    expect(await statsOf(id, `${range}&name=page`)).toEqual(["/a EUR 15 2 1", "/a USD 7 1 1"]);
    expect(await statsOf(id, `${range}&name=event&currency=EUR`)).toEqual(["Purchase EUR 16 3 2"]);
    expect(await statsOf(id, `${range}&name=visitor&sort_by=value`)).toEqual([
      `${day} EUR 16 3 2`,
      `${day} USD 7 1 1`,
    ]);
    expect(await statsOf(id, `${range}&name=entry_page&sort_by=orders&sort=asc`)).toEqual([
      "/a USD 7 1 1",
      "/a EUR 15 2 1",
    ]);
    expect(await statsOf(id, `${range}&name=browser&filter[page]=!/a`)).toEqual([
      "Chrome EUR 1 1 1",
    ]);
  });

  test("with touch=first or last has each order under one value, that of the order included", async () => {
    const id = await websiteWith([
      order("08:00:00", 1, 1),
      { at: "09:00:00", campaign: "b" },
      order("10:00:00", 1, 2),
      order("11:00:00", 1, 4, { campaign: "c" }),
      order("12:00:00", 1, 8),
      order("13:00:00", 1, -16),
      // The value of an order that is the first event.
      order("08:00:00", 2, 32, { campaign: "d" }),
    ]);
    const by = (touch: string) =>
      statsOf(id, `${range}&name=campaign&touch=${touch}&sort_by=value&sort=asc`);

    expect(await by("first")).toEqual(["(unknown) EUR 1 1 1", "b EUR -2 3 1", "d EUR 32 1 1"]);
    expect(await by("last")).toEqual([
      "(unknown) EUR 1 1 1",
      "b EUR 2 1 1",
      "c EUR -4 2 1",
      "d EUR 32 1 1",
    ]);
    expect(await statsOf(id, `${range}&name=source&touch=last`)).toEqual(["(direct) EUR 31 5 2"]);
    expect(await statsOf(id, `${range}&name=channel&touch=first`)).toEqual(["Direct EUR 31 5 2"]);
  });

  test("of events at the same moment takes page views first, then page, name and props", async () => {
    const at = "10:00:00";
    const id = await websiteWith([
      order(at, 1, 1, { page: "/m", props: { plan: "b" } }),
      // Before the order, and after it.
      { at, page: "/z", campaign: "view" },
      { at, page: "/z", name: "A", campaign: "page-after" },
      { at, page: "/m", name: "Z", campaign: "name-after" },
      { at, page: "/m", name: "Purchase", props: { plan: "c" }, campaign: "props-after" },
      { at, page: "/m", name: "Purchase", props: { plan: "a" }, campaign: "props-before" },
    ]);
    const by = (touch: string) => statsOf(id, `${range}&name=campaign&touch=${touch}`);

    expect(await by("first")).toEqual(["view EUR 1 1 1"]);
    expect(await by("last")).toEqual(["props-before EUR 1 1 1"]);
  });

  test("of equal events takes the least value, the order's own among them", async () => {
    const same = (campaign?: string) =>
      order("10:00:00", 1, 1, campaign === undefined ? {} : { campaign });
    const id = await websiteWith([
      same("n"),
      same("m"),
      same(),
      same("o"),
      same(),
      { at: "09:00:00", campaign: "z" },
      { at: "11:00:00", campaign: "a" },
    ]);

    expect(await statsOf(id, `${range}&name=campaign&touch=last`)).toEqual(["m EUR 5 5 1"]);
    expect(await statsOf(id, `${range}&name=campaign&touch=first`)).toEqual(["z EUR 5 5 1"]);
  });

  test("with touch=first or last, rows add up to the total", async () => {
    const campaigns = [{}, {}, { campaign: "a" }, { campaign: "b" }, { campaign: "c" }];
    const id = await websiteWith(
      Array.from({ length: 400 }, (_, n) => ({
        at: `2025-06-0${2 + (n % 2)}T${String(10 + ((n * 7) % 4))}:00:00Z`,
        who: 1 + ((n * 13) % 11),
        name: ["pageview", "Purchase", "Z", "engagement"][(n * 5) % 4] ?? "",
        page: `/${(n * 3) % 2}`,
        ...campaigns[(n * 11) % 5],
        language: ["de", "qq", "fr", ""][(n * 17) % 4] ?? "",
        ...(n % 3 === 0 && { amount: (n % 41) - 9, currency: n % 2 ? "EUR" : "USD" }),
      })),
    );
    const days = "from=2025-06-02&to=2025-06-03&per_page=100";
    const wanted = (await dataOf(id, days)).map(
      (row: Readonly<Record<string, unknown>>) =>
        `${row["currency"]} ${row["amount"]} ${row["orders"]}`,
    );
    expect(wanted).toHaveLength(2);

    for (const name of ["campaign", "source", "language", "browser", "visitor", "utm_term"]) {
      for (const touch of ["first", "last"]) {
        const rows = await statsOf(id, `${days}&name=${name}&touch=${touch}`);
        const sums = ["EUR", "USD"].map((currency) => {
          const own = rows.map((row) => row.split(" ")).filter((row) => row[1] === currency);
          const sum = (at: number) => own.reduce((all, row) => all + Number(row[at]), 0);
          return `${currency} ${sum(2)} ${sum(3)}`;
        });
        expect(sums, `${name} ${touch}`).toEqual(wanted);
      }
    }
  });

  test("comes with codes, as pages and as CSV", async () => {
    const id = await websiteWith([
      order("10:00:00", 1, 1.5, { language: "de" }),
      order("10:00:00", 2, 3, { language: "fr" }),
      order("10:00:00", 3, 2, { language: "qq" }),
    ]);
    const path = `${range}&name=language&touch=last`;
    const { json } = await ask(id, `${path}&page=2`, {}, "revenue/stats");
    expect([json.data, json.meta.total]).toEqual([[], 3]);
    const first = await ask(id, path, {}, "revenue/stats");
    const fields = { currency: "EUR", orders: 1, visitors: 1 };
    expect(first.json.data).toEqual([
      { value: "French", code: "fr", amount: 3, ...fields },
      { value: "(unknown)", code: null, amount: 2, ...fields },
      { value: "German", code: "de", amount: 1.5, ...fields },
    ]);
    const csv = await ask(id, `${path}&search=ger`, { accept: "text/csv" }, "revenue/stats");
    expect(csv.text).toBe(
      'value,code,currency,amount,orders,visitors\r\n"German","de","EUR",1.5,1,1\r\n',
    );
  });
});
