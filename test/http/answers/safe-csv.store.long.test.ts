import { beforeAll, describe, expect, test } from "vitest";
import { statement } from "../../../src/clickhouse/sql.ts";
import { chrome, type Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const day = "2025-06-02";
const range = `from=${day}&to=${day}`;
const csv = { accept: "text/csv" };

const footfall = openFootfall(shareFootfall);
let site: { readonly id: number; readonly domain: string };
beforeAll(async () => {
  site = await footfall.store("formulas.test", { privacy: 0 });
  const common = { ip: "192.0.2.1", user_agent: chrome };
  const url = "https://formulas.test/=1?utm_campaign=%3Dspring";
  const { json } = await footfall.bulk(site.id, [
    { ...common, name: "pageview", url, timestamp: `${day}T10:00:00Z` },
    {
      ...common,
      name: "=1+1",
      url,
      timestamp: `${day}T10:00:01Z`,
      props: { "=key": "=cmd()" },
      revenue: { amount: -5, currency: "EUR" },
    },
  ]);
  expect(json.accepted).toBe(2);
  await footfall.server.shipped();
  // The API takes no such page.
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO events (website_id, date, visitor, time, name, page, engagement_time_ms)
       SELECT website_id, date, visitor, time, 'engagement', '=page', 1000
       FROM events WHERE website_id = ${site.id} AND name = 'pageview'`,
    ),
  );
  await footfall.server.store.db.run(
    statement(
      `INSERT INTO events (website_id, date, visitor, time, name, page, country, revenue_amount, revenue_currency)
       SELECT website_id, date, visitor + 1, time, name, page, 'DE', 7, 'USD'
       FROM events WHERE website_id = ${site.id} AND name IN ('pageview', '=1+1')`,
    ),
  );
  await define("goals", { name: "=x", type: "event", value: "=1*" });
  const steps = [
    { type: "page", value: "/=1" },
    { type: "event", value: "=1+1" },
  ];
  await define("funnels", { name: "=funnel", steps });
  await define("segments", { name: "=segment", filters: { page: ["/=1"] }, public: 1 });
  await define("annotations", { date: day, text: "=note", public: 1 });
});

async function define(kind: string, body: object): Promise<void> {
  const { status } = await footfall.request(`/api/v1/websites/${site.id}/${kind}`, { body });
  expect(status).toBe(201);
}

/** Returns the reply to an owner. */
function ask(path: string, query: string, headers = csv as object): Promise<Reply> {
  const [report = "", asked = ""] = path.split("?");
  const base = report === "stats" ? `stats/${site.id}` : `websites/${site.id}/${report}`;
  return footfall.request(`/api/v1/${base}?${asked}&${query}`, { headers: { ...headers } });
}

/** Returns the reply to a viewer. */
function askShared(path: string, query: string): Promise<Reply> {
  const address = `/shared/${site.domain}/${path}${path.includes("?") ? "" : "?"}&${query}`;
  return footfall.request(address, { headers: csv, key: false });
}

const ofCampaign = `name=campaign&${range}`;

/** Everything that comes as CSV, with a text in it that a spreadsheet would take for a formula. */
const texts = [
  [`stats?name=event&${range}`, "=1+1"],
  [`stats?${ofCampaign}`, "=spring"],
  [`goals/stats?${range}`, "=x"],
  [`goals/1/stats?${ofCampaign}`, "=spring"],
  [`funnels/1/stats?${ofCampaign}`, "=spring"],
  [`funnels/stats?step=page:/%3D1&step=event:%3D1%2B1&${ofCampaign}`, "=spring"],
  [`journeys?include=events&direction=back&${range}`, "=1+1"],
  [`props?${range}`, "=key"],
  [`props/%3Dkey?${range}`, "=cmd()"],
  [`engagement?${range}`, "=page"],
  [`revenue/stats?${ofCampaign}`, "=spring"],
  [`revenue/stats?touch=last&${ofCampaign}`, "=spring"],
  ["goals", "=x"],
  ["goals", "=1*"],
  ["funnels", "=funnel"],
  ["segments", "=segment"],
  ["annotations", "=note"],
] as const;

/** The same without such a text. */
const others = [
  [`stats?name=page&${range}`, '"/=1",'],
  [`journeys/paths?steps=2&include=events&${range}`, '""value"":""=1+1""'],
  [`revenue?${range}`, '"EUR",-5,'],
  [`revenue?interval=day&${range}`, `"${day}","EUR",-5,`],
  [`revenue?compare=previous&${range}`, '"EUR",-5,'],
  [`goals/stats?compare=previous&${range}`, '"{""from"":'],
  [`goals/1/stats?name=country&${range}`, '"Germany","DE",1,'],
  [`revenue/stats?name=country&${range}`, '"Germany","DE","USD",14,'],
] as const;

describe("CSV", () => {
  test.each(texts)("of %s has an apostrophe before %s with safe=1 alone", async (path, text) => {
    for (const caller of [ask, askShared]) {
      const [raw, safe] = [await caller(path, "safe=0"), await caller(path, "safe=1")];

      expect(raw.text).toContain(`"${text}"`);
      expect(raw.text).not.toContain(`"'`);
      expect(safe.text).toContain(`"'${text}"`);
      expect(safe.text.replaceAll(`"'`, '"')).toBe(raw.text);
    }
    if (path.startsWith("stats")) expect((await ask(path, "")).text).toContain(`"${text}"`);
  });

  test.each(["city", "country", "entry_page", "page", "visit", "visitor"])(
    "by %s differs in apostrophes alone",
    async (name) => {
      const path = `stats?name=${name}&${range}`;
      const [raw, safe] = [await ask(path, ""), await ask(path, "safe=1")];

      expect(safe.status).toBe(raw.status);
      expect(safe.text.replaceAll(`"'`, '"')).toBe(raw.text);
    },
  );

  test.each(others)("of %s is the same with safe=1 for %s", async (path, part) => {
    const [raw, safe] = [await ask(path, ""), await ask(path, "safe=1")];

    expect(raw.text).toContain(part);
    expect(safe.text).toContain(part);
  });
});

const addresses = [...texts, ...others].map(([path]) => path);

test.each(addresses.filter((_, nth) => nth % 4 === 0))(
  "JSON of %s has texts as they are",
  async (path) => {
    const [raw, safe] = [await ask(path, "", {}), await ask(path, "safe=1", {})];

    expect(raw.status).toBe(200);
    expect(safe.json.data).toEqual(raw.json.data);
  },
);

test.each(addresses)("%s refuses a safe that is neither yes nor no", async (path) => {
  const { status, json } = await ask(path, "safe=maybe");

  expect([status, Object.keys(json.errors)]).toEqual([422, ["safe"]]);
});
