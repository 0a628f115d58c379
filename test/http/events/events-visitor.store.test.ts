import { beforeEach, describe, expect, test } from "vitest";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall(() => startFootfall({ TRUST_PROXY: "true" }));
beforeEach(() => {
  footfall.clock.aheadMs = 0;
});

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0";
const alice = { "x-forwarded-for": "203.0.113.7" };

async function rowsOfWebsite(id: number) {
  return selectRows<{ visitor: string; date: string }>(
    footfall,
    `SELECT toString(visitor) AS visitor, date FROM events WHERE website_id = ${id} ORDER BY time`,
  );
}

/** Sets the server's clock, which then runs on from there. */
function setClock(time: string): void {
  footfall.clock.aheadMs = Date.parse(time) - Date.now();
}

/** Returns midnight of the day in `days` days: far enough that other tests do not use it. */
function dayAhead(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
}

describe("the visitor", () => {
  test("is the same for all events of a browser on a day", async () => {
    const { id, domain } = await footfall.store("same.example");
    setClock(`${dayAhead(10)}T00:00:01Z`);
    await footfall.track({ website: id, url: `https://${domain}/` }, alice);
    setClock(`${dayAhead(10)}T23:59:50Z`);
    await footfall.track({ website: id, url: `https://www.${domain}/b`, name: "buy" }, alice);
    await footfall.track({ website: id, url: `https://${domain}/`, name: "engagement" }, alice);

    const visitors = (await rowsOfWebsite(id)).map(({ visitor }) => visitor);
    expect(visitors).toHaveLength(3);
    expect(new Set(visitors).size).toBe(1);
  });

  test("is the same for one address in any spelling", async () => {
    const { id, domain } = await footfall.store("spelling.example");
    const spellings = ["2001:db8::7", "2001:DB8:0:0:0:0:0:7", "[2001:db8::7]:80"];
    for (const ip of spellings) {
      await footfall.track({ website: id, url: `https://${domain}/` }, { "x-forwarded-for": ip });
    }

    const visitors = (await rowsOfWebsite(id)).map(({ visitor }) => visitor);
    expect([visitors.length, new Set(visitors).size]).toEqual([3, 1]);
  });

  test("is another one with another address, agent, website or day", async () => {
    const { id, domain } = await footfall.store("other.example");
    const sister = await footfall.store("sister.example");
    const track = (website: number, host: string, headers: Record<string, string>) =>
      footfall.track({ website, url: `https://${host}/` }, headers);
    setClock(`${dayAhead(12)}T12:00:00Z`);
    await track(id, domain, alice);
    await track(id, domain, { "x-forwarded-for": "203.0.113.8" });
    await track(id, domain, { ...alice, "user-agent": firefox });
    await track(sister.id, sister.domain, alice);
    setClock(`${dayAhead(13)}T12:00:00Z`);
    await track(id, domain, alice);

    const rows = [...(await rowsOfWebsite(id)), ...(await rowsOfWebsite(sister.id))];
    expect(new Set(rows.map(({ visitor }) => visitor)).size).toBe(5);
  });

  test("comes back to a day by a bulk request, while the day lasts", async () => {
    const { id, domain } = await footfall.store("both.example");
    const url = `https://${domain}/`;
    await footfall.track({ website: id, url }, { ...alice, "user-agent": firefox });
    await footfall.bulk(id, [{ url, ip: "203.0.113.7", user_agent: firefox }]);

    const visitors = (await rowsOfWebsite(id)).map(({ visitor }) => visitor);
    expect([visitors.length, new Set(visitors).size]).toEqual([2, 1]);
  });
});

const midnights = [
  ["UTC", "T00:00:00.000Z"],
  ["Asia/Kolkata", "T18:30:00.000Z"],
  ["Pacific/Kiritimati", "T10:00:00.000Z"],
  ["Pacific/Marquesas", "T09:30:00.000Z"],
] as const;

test.each(midnights)(
  "in %s a day begins at its midnight, by the server's clock",
  async (timezone, time) => {
    const domain = `clock-${timezone.toLowerCase().replace("/", "-")}.example`;
    const { id } = await footfall.store(domain, { timezone });
    const midnight = Date.parse(`${dayAhead(20)}${time}`);
    for (const ms of [midnight - 60_000, midnight + 1_000]) {
      setClock(new Date(ms).toISOString());
      await footfall.track({ website: id, url: `https://${domain}/` }, alice);
    }

    const [before, after, ...more] = await rowsOfWebsite(id);
    expect(more).toEqual([]);
    expect(Date.parse(after?.date ?? "") - Date.parse(before?.date ?? "")).toBe(86_400_000);
    expect(before?.visitor).not.toBe(after?.visitor);
  },
);

test.each([
  [
    "Asia/Kolkata",
    ["2026-03-01T18:29:59.999Z", "2026-03-01T18:30:00Z"],
    ["2026-03-01", "2026-03-02"],
  ],
  [
    "Pacific/Kiritimati",
    ["2026-03-01T09:59:59.999Z", "2026-03-01T10:00:00Z"],
    ["2026-03-01", "2026-03-02"],
  ],
  [
    "Pacific/Marquesas",
    ["2026-03-01T09:29:59.999Z", "2026-03-01T09:30:00Z"],
    ["2026-02-28", "2026-03-01"],
  ],
  [
    "America/New_York",
    [
      "2026-03-08T04:59:59Z",
      "2026-03-08T05:00:00Z",
      "2026-03-09T03:59:59Z",
      "2026-03-09T04:00:00Z",
    ],
    ["2026-03-07", "2026-03-08", "2026-03-08", "2026-03-09"],
  ],
  [
    "America/New_York",
    [
      "2025-11-02T03:59:59Z",
      "2025-11-02T04:00:00Z",
      "2025-11-03T04:59:59Z",
      "2025-11-03T05:00:00Z",
    ],
    ["2025-11-01", "2025-11-02", "2025-11-02", "2025-11-03"],
  ],
])(
  "in %s a day begins at its midnight, by the event's time stamp: %s",
  async (timezone, times, dates) => {
    const domain = `stamp-${timezone.toLowerCase().replace(/\W/, "-")}-${times.length}${times[0]?.slice(0, 4)}.example`;
    const { id } = await footfall.store(domain.replace("_", "-"), { timezone });
    const url = `https://${domain.replace("_", "-")}/`;
    const reply = await footfall.bulk(
      id,
      times.map((timestamp) => ({ timestamp, url })),
    );

    expect(reply.json).toEqual({ accepted: times.length, dropped: {} });
    expect((await rowsOfWebsite(id)).map(({ date }) => date)).toEqual(dates);
    const stats = await footfall.stats(id, {
      name: "pageview",
      from: "2000-01-01",
      to: "2100-01-01",
      sort_by: "value",
      sort: "asc",
    });
    const days = stats.json.data.map(({ value }: { value: string }) => value);
    expect(days).toEqual([...new Set(dates)]);
  },
);

test("a change of the time zone holds for events from then on", async () => {
  const { id, domain } = await footfall.store("moving.example");
  const url = `https://${domain}/`;
  setClock(`${dayAhead(30)}T12:00:00Z`);
  await footfall.track({ website: id, url }, alice);
  await footfall.request(`/api/v1/websites/${id}`, {
    method: "PATCH",
    body: { timezone: "Pacific/Kiritimati" },
  });
  await footfall.track({ website: id, url }, alice);

  const dates = (await rowsOfWebsite(id)).map(({ date }) => date);
  expect(dates).toEqual([dayAhead(30), dayAhead(31)]);
});
