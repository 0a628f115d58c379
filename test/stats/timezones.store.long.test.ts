import { beforeAll, describe, expect, test } from "vitest";

import { resolveTimezone } from "../../src/base/timezone.ts";
import { openFootfall } from "../helpers/open-footfall.ts";
import { shareFootfall } from "../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let id: number;
const timesMs = Array.from(
  { length: 600 },
  (_, n) =>
    Date.UTC(2025, 2, 25) + Math.floor((n * 10 * 86_400_000 * 0.618_034) % (10 * 86_400_000)),
);
beforeAll(async () => {
  // The time zone farthest to the east.
  const timezone = "Pacific/Kiritimati";
  const events = timesMs.map((ms, n) => ({ at: new Date(ms).toISOString(), who: n % 7 }));
  ({ id } = await footfall.storeWith(events, { timezone }));
});

const ask = (query: string) =>
  footfall.request(`/api/v1/stats/${id}?${query}&sort_by=value&sort=asc&per_page=100`);

/** Returns the page views by value, as the clock of the zone shows their time. */
function countHere(timezone: string, interval: string, from: string, to: string) {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const counts = new Map<string, number>();
  for (const timeMs of timesMs) {
    const [day = "", time = ""] = format.format(timeMs).split(" ");
    if (day < from || day > to) continue;
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    const monday = new Date(Date.parse(day) - weekday * 86_400_000).toISOString().slice(0, 10);
    const values: Readonly<Record<string, string>> = {
      hour: `${day}T${time.slice(0, 2)}:00`,
      day,
      week: monday,
      month: day.slice(0, 7),
    };
    const value = values[interval] ?? "";
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1));
}

const ranges = [
  ["2025-03-30", "2025-03-31"],
  ["2025-03-26", "2025-03-26"],
  ["0001-01-01", "9999-12-31"],
] as const;

describe.each([
  "Etc/GMT+12",
  "Europe/Berlin",
  "America/St_Johns",
  "America/Asuncion",
  "asia/kolkata",
  "UTC",
])("page views by the clock of %s", (timezone) => {
  test.each(["hour", "day", "week", "month"])("%s", async (interval) => {
    for (const [from, to] of ranges) {
      const query = `name=pageview&from=${from}&to=${to}&interval=${interval}`;
      const zone = encodeURIComponent(timezone);
      const { data, meta } = (await ask(`${query}&timezone=${zone}`)).json;
      const wanted = countHere(timezone, interval, from, to);

      type Row = { value: string; count: number; pageviews: number };
      const found = data.map(({ value, count }: Row) => [value, count]);
      expect(found).toEqual(wanted.slice(0, 100));
      expect(meta.total).toBe(wanted.length);
      expect(data.every(({ count, pageviews }: Row) => count === pageviews)).toBe(true);
    }
  });
});

test("a visitor who is there before and after the other zone's midnight is one of both days", async () => {
  const { id: other } = await footfall.store("other.example");
  const times = ["2025-06-01T21:59:00Z", "2025-06-01T22:00:00Z", "2025-06-01T22:01:00Z"];
  await footfall.bulk(
    other,
    times.map((timestamp) => ({ url: "https://other.example/", timestamp, ip: "8.8.8.8" })),
  );
  const query = "name=pageview&from=2025-06-01&to=2025-06-02&timezone=Europe/Berlin";
  const { data } = (await footfall.request(`/api/v1/stats/${other}?${query}`)).json;

  expect(data).toMatchObject([
    { value: "2025-06-02", count: 2, visitors: 1, pageviews: 2 },
    { value: "2025-06-01", count: 1, visitors: 1, pageviews: 1 },
  ]);
});

test("a visit over the other zone's midnight is one of the day in which it began", async () => {
  const { id: other } = await footfall.store("over-midnight.example");
  // Midnight in St. John's is at 02:30.
  const times = ["2025-10-03T02:20:00Z", "2025-10-03T02:40:00Z"];
  await footfall.bulk(
    other,
    times.map((timestamp) => ({ url: "https://over-midnight.example/", timestamp, ip: "8.8.8.8" })),
  );
  const ask = async (from: string, to: string, interval: string) => {
    const zone = "timezone=America/St_Johns";
    const query = `name=pageview&from=${from}&to=${to}&interval=${interval}&${zone}`;
    const path = `/api/v1/stats/${other}?${query}&sort_by=value&sort=asc`;
    return (await footfall.request(path)).json.data;
  };
  const began = { count: 1, visitors: 1, visits: 1, bounce_rate: 0, visit_duration: 1200 };
  const went = { count: 1, visitors: 1, visits: 0, bounce_rate: null, visit_duration: null };
  for (const [interval, first, second] of [
    ["day", "2025-10-02", "2025-10-03"],
    ["hour", "2025-10-02T23:00", "2025-10-03T00:00"],
  ] as const) {
    const before = { value: first, ...began };
    const after = { value: second, ...went };
    const both = [before, after];
    expect(await ask("2025-10-02", "2025-10-03", interval)).toMatchObject(both);
    expect(await ask("2025-10-02", "2025-10-02", interval)).toMatchObject([before]);
    expect(await ask("2025-10-03", "2025-10-03", interval)).toMatchObject([after]);
  }
});

const range = "from=2025-03-26&to=2025-03-30";

test.each([
  "name=visitor",
  "name=browser",
  "name=page",
  "name=visit&interval=hour",
  "name=pageview&filter[browser]=Chrome&interval=week",
])("the website's own zone changes nothing: %s", async (query) => {
  const without = await ask(`${query}&${range}`);
  for (const timezone of ["Pacific/Kiritimati", "pacific/kiritimati"]) {
    const { status, json } = await ask(`${query}&${range}&timezone=${timezone}`);
    expect([status, json.data]).toEqual([200, without.json.data]);
  }
  expect(without.json.data).not.toEqual([]);
});

test("another name of the website's zone is its own zone", async () => {
  const { id: kolkata } = await footfall.store("kolkata.example", { timezone: "Asia/Kolkata" });
  const path = `/api/v1/stats/${kolkata}?name=visitor&${range}&timezone=Asia/Calcutta`;
  const canonical = resolveTimezone("Asia/Kolkata") === resolveTimezone("Asia/Calcutta");

  expect((await footfall.request(path)).status).toBe(canonical ? 200 : 422);
});

test.each([
  ["name=visitor&timezone=UTC", "must be the website's own"],
  ["name=visit&interval=hour&timezone=UTC", "must be the website's own"],
  ["name=browser&timezone=UTC", "must be the website's own"],
  ["name=pageview&timezone=UTC&filter[browser]=Chrome", "without filters"],
  ["name=pageview&timezone=", "IANA"],
  ["name=pageview&timezone=x", "IANA"],
  ["name=visitor&timezone=Europe/Atlantis", "IANA"],
  ["name=pageview&timezone=%2B01:00", "IANA"],
  ["name=pageview&timezone=UTC&timezone=UTC", "IANA"],
  ["name=pageview&timezone=UTC'--", "IANA"],
])("%s is refused", async (query, sentence) => {
  const { status, json } = await ask(`${query}&${range}`);

  expect([status, Object.keys(json.errors)]).toEqual([422, ["timezone"]]);
  expect(json.errors.timezone.join()).toContain(sentence);
});
