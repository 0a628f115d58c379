import { beforeAll, describe, expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";
import { day, funnelShop } from "./funnel-shop.ts";

const footfall = openFootfall(shareFootfall);
let site: { readonly id: number };
const shop = funnelShop(footfall);
beforeAll(async () => {
  site = await shop.open();
});
const { addFunnel, ask, dataOf, reachedIn, wrongIn } = shop;

describe("filter[funnel]", () => {
  const visitors = async (query: string) => (await dataOf(`summary?${day}&${query}`)).visitors;
  const filter = (...values: string[]) =>
    values.map((value) => `filter[funnel]=${encodeURIComponent(value)}`).join("&");
  const name = "Checkout\\: all!";

  test("selects who reached a step, or did not", async () => {
    expect(await visitors(filter(`${name}:1`))).toBe(5);
    expect(await visitors(filter(`${name}:2`))).toBe(4);
    expect(await visitors(filter(`${name}:3`))).toBe(1);
    expect(await visitors(filter(`!${name}:3`))).toBe(6);
    expect(await visitors(filter(`${name}:2`, `!${name}:3`))).toBe(3);
    expect(await visitors(filter("In a visit:2", `${name}:3`))).toBe(3);
    expect(await visitors(filter(`${name}:2`, "!In a visit:2"))).toBe(1);
    expect(await visitors(`${filter(`${name}:1`)}&filter[campaign]=Summer`)).toBe(3);
  });

  test("holds in every kind of query", async () => {
    const asked = `${day}&${filter(`${name}:3`)}`;
    const stats = await footfall.request(`/api/v1/stats/${site.id}?name=event&${asked}`);
    expect(stats.json.data.map(({ value }: { value: string }) => value)).toEqual([
      "Purchase",
      "Signup",
    ]);
    const cells = await dataOf(`heatmap?${asked}`);
    expect(cells.filter(({ count }: { count: number }) => count > 0)).toHaveLength(1);
    expect(await reachedIn(`funnels/2/stats?${asked}`)).toEqual([1, 1, 1]);
    expect((await dataOf(`funnels/2/stats?${asked}&name=campaign`))[0].steps).toEqual([1, 1, 1]);
    const segment = await footfall.request(`/api/v1/websites/${site.id}/segments`, {
      body: { name: "Buyers", filters: { funnel: [`${name}:3`] } },
    });
    expect(segment.status, segment.text).toBe(201);
    expect(await visitors(`segment=${segment.json.data.id}`)).toBe(1);
  });

  test("takes as many long steps as a query can have", async () => {
    const longest = "x".repeat(1_995);
    const names = Array.from({ length: 20 }, (_, nth) => `Long ${nth}`);
    for (const [nth, name] of names.entries()) {
      const steps = Array.from({ length: 8 }, (_, i) => ({ type: "event", value: `${nth}${i}~` }));
      const long = steps.map((step) => ({ ...step, value: `${step.value}${longest}` }));
      await addFunnel({ name, within: "visit", steps: long });
    }
    const steps = filter(...names.map((name) => `!${name}:8`));
    const [funnel] = (await ask("funnels?search=Long")).json.data;
    const reached = await reachedIn(`funnels/${funnel.id}/stats?${day}&${steps}`);
    expect(reached).toEqual(Array(8).fill(0));
  });

  test.each([
    "Checkout",
    "Checkout\\: all!",
    "Checkout\\: all!:",
    "Checkout\\: all!:4",
    "Checkout\\: all!:0",
    "Checkout\\: all!:02",
    "Checkout: all!:2",
    "In*:1",
    "~In:1",
    ":1",
    "",
    "!",
    "in a visit:1",
    "In a visit:1 ",
    "In a visit:1:1",
    "\\",
    "In a visit\\:1",
  ])("refuses %j", async (value) => {
    expect(await wrongIn(`summary?${day}&${filter(value)}`)).toEqual(["filter[funnel]"]);
    const segments = `/api/v1/websites/${site.id}/segments`;
    const body = { name: "Wrong", filters: { funnel: [value] } };
    const { json } = await footfall.request(segments, { body });
    expect(Object.keys(json.errors)).toEqual(["filters.funnel"]);
  });
});
