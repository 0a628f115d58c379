import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { selectRows, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

const footfall = openFootfall(() => startFootfall({ TRUST_PROXY: "127.0.0.1" }));

const isEmbedded = testServer() === undefined;
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const dayMs = 24 * 60 * 60 * 1000;
const nothing = { accepted: 0, dropped: { bot: 0, ip: 0, hostname: 0 }, hidden: 0 };
let websites = 0;

async function storeOne(settings: object = {}) {
  websites += 1;
  return footfall.store(`intake-${websites}.example`, settings);
}

function ask(id: number | string, query: Readonly<Record<string, string>>, of = footfall) {
  return of.request(`/api/v1/websites/${id}/intake?${new URLSearchParams(query)}`);
}

/** Resolves with the intake of the days, when all counted events are in the store. */
async function intakeOf(id: number, from: string, to = from, of = footfall) {
  await of.server.shipped();
  const reply = await ask(id, { from, to }, of);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data;
}

/** Returns the day that a clock in the time zone shows. */
function dayIn(timeZone: string, timeMs = Date.now() + footfall.clock.aheadMs): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(timeMs);
}

describe("single events", () => {
  test("of every kind are accepted, and dropped ones are counted by reason", async () => {
    const { id, domain } = await storeOne({ exclude_ips: "203.0.113.7" });
    const day = dayIn("UTC");
    const url = `https://${domain}/`;
    for (const name of ["pageview", "buy", "engagement"]) {
      await footfall.track({ website: id, url, name });
    }
    for (let i = 0; i < 3; i += 1) {
      await footfall.track({ website: id, url }, { "user-agent": googlebot });
    }
    await footfall.track({ website: id, url }, { "x-forwarded-for": "203.0.113.7" });
    for (const name of ["pageview", "engagement"]) {
      await footfall.track({ website: id, name, url: "https://elsewhere.example/" });
    }

    expect(await intakeOf(id, day)).toEqual([
      { date: day, accepted: 3, dropped: { bot: 3, ip: 1, hostname: 2 }, hidden: 0 },
    ]);
  });

  test("that are refused are neither", async () => {
    const { id } = await storeOne();
    const day = dayIn("UTC");
    const reply = await footfall.track({ website: id, url: "/a" }, { "user-agent": googlebot });

    expect(reply.status).toBe(422);
    expect(await intakeOf(id, day)).toEqual([{ date: day, ...nothing }]);
  });

  test("count for the day in the website's time zone", async () => {
    const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago"];
    const days = zones.map((zone) => dayIn(zone));
    expect(days[0]).not.toBe(days[1]);
    for (const [i, timezone] of zones.entries()) {
      const { id } = await storeOne({ timezone });
      const day = days[i] ?? "";
      await footfall.track({ website: id, url: "https://elsewhere.example/" });
      const [before, , after] = [-1, 0, 1].map((n) =>
        new Date(Date.parse(day) + n * dayMs).toISOString().slice(0, 10),
      );

      expect(await intakeOf(id, before ?? "", after)).toEqual([
        { date: before, ...nothing },
        { date: day, accepted: 0, dropped: { bot: 0, ip: 0, hostname: 1 }, hidden: 0 },
        { date: after, ...nothing },
      ]);
    }
  });

  test("are in the intake by themselves after some seconds", async () => {
    const { id } = await storeOne();
    const day = dayIn("UTC");
    await footfall.track({ website: id, url: "https://elsewhere.example/" });

    await eventually(async () => {
      const { data } = (await ask(id, { from: day, to: day })).json;
      expect(data[0].dropped).toEqual({ bot: 0, ip: 0, hostname: 1 });
    });
  });
});

describe("bulk events", () => {
  const events = [
    ["2026-02-27T23:30:00Z", "https://DOMAIN/", ""],
    ["2026-02-28T12:00:00Z", "https://elsewhere.example/", ""],
    ["2026-02-28T22:59:59Z", "https://DOMAIN/", googlebot],
    ["2026-02-28T23:00:00Z", "https://DOMAIN/", googlebot],
    ["2026-03-02T12:00:00Z", "https://DOMAIN/", googlebot],
    ["2026-03-02T12:00:00Z", "https://elsewhere.example/", ""],
    ["2026-03-02T12:00:00Z", "https://DOMAIN/", ""],
  ] as const;
  const expected = [
    { date: "2026-02-27", ...nothing },
    { date: "2026-02-28", accepted: 1, dropped: { bot: 1, ip: 0, hostname: 1 }, hidden: 0 },
    { date: "2026-03-01", accepted: 0, dropped: { bot: 1, ip: 0, hostname: 0 }, hidden: 0 },
    { date: "2026-03-02", accepted: 1, dropped: { bot: 1, ip: 0, hostname: 1 }, hidden: 0 },
  ];

  function bodyOf(domain: string) {
    return events.map(([timestamp, url, agent]) => ({
      timestamp,
      url: url.replace("DOMAIN", domain),
      ...(agent !== "" && { user_agent: agent }),
    }));
  }

  test("count for the days of their timestamps, over two months", async () => {
    const { id, domain } = await storeOne({ timezone: "Europe/Berlin" });
    const reply = await footfall.bulk(id, bodyOf(domain));

    expect(reply.json).toEqual({ accepted: 2, dropped: { bot: 3, hostname: 2 } });
    expect(await intakeOf(id, "2026-02-27", "2026-03-02")).toEqual(expected);
  });

  test("count once under an Idempotency-Key, however often they come", async () => {
    const { id, domain } = await storeOne({ timezone: "Europe/Berlin" });
    for (let i = 0; i < 3; i += 1) {
      const headers = { "idempotency-key": "once" };
      const path = `/api/v1/websites/${id}/events`;
      const reply = await footfall.request(path, { body: bodyOf(domain), headers });
      expect(reply.json).toEqual({ accepted: 2, dropped: { bot: 3, hostname: 2 } });
    }

    expect(await intakeOf(id, "2026-02-27", "2026-03-02")).toEqual(expected);
  });

  test("of a request that is refused are not counted", async () => {
    const { id, domain } = await storeOne();
    const body = [...bodyOf(domain), { url: "none" }];

    expect((await footfall.bulk(id, body)).status).toBe(422);
    expect(await intakeOf(id, "2026-02-28")).toEqual([{ date: "2026-02-28", ...nothing }]);
  });
});

describe("the range", () => {
  test("lists every day, oldest first, up to a leap year, also where no event can be", async () => {
    const { id } = await storeOne();
    for (const [from, to, days] of [
      ["2028-01-01", "2028-12-31", 366],
      ["0001-01-01", "0001-01-02", 2],
      ["9999-12-31", "9999-12-31", 1],
      ["1969-12-30", "1970-01-02", 4],
    ] as const) {
      const data = await intakeOf(id, from, to);
      expect(data).toHaveLength(days);
      expect([data[0].date, data.at(-1).date]).toEqual([from, to]);
      expect(data.map(({ date }: { date: string }) => date)).toEqual(
        data.map(({ date }: { date: string }) => date).sort(),
      );
    }
  });

  test.each([
    [{}, { from: ["is required"], to: ["is required"] }],
    [{ from: "2026-01-02", to: "2026-01-01" }, { from: ["must not be after to"] }],
    [
      { from: "2026-02-30", to: "x" },
      {
        from: ["must be a real date, YYYY-MM-DD"],
        to: ["must be a real date, YYYY-MM-DD"],
      },
    ],
    [{ from: "2027-01-01", to: "2028-01-02" }, { to: ["must be at most 365 days after from"] }],
    [{ from: "0000-01-01", to: "9999-12-31" }, { to: ["must be at most 365 days after from"] }],
  ])("%j is 422", async (query, errors) => {
    const { id } = await storeOne();
    const reply = await ask(id, query as Record<string, string>);

    expect([reply.status, reply.json.errors]).toEqual([422, errors]);
  });

  test("of a website that is not there is 404, without a key 401", async () => {
    const query = "from=2026-01-01&to=2026-01-01";
    for (const id of ["999999", "x", "0"]) {
      const reply = await footfall.request(`/api/v1/websites/${id}/intake?${query}`);
      expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
    const keyless = await footfall.request(`/api/v1/websites/1/intake?${query}`, { key: false });
    expect([keyless.status, keyless.json.code]).toEqual([401, "UNAUTHORIZED"]);
  });
});

test("a deleted website's drops are gone for good, and no other's", async () => {
  const kept = await storeOne();
  const gone = await storeOne();
  const day = dayIn("UTC");
  for (const { id } of [kept, gone]) {
    const elsewhere = { url: "https://elsewhere.example/" };
    await footfall.track({ website: id, ...elsewhere });
    await footfall.bulk(id, [{ ...elsewhere, timestamp: "2026-02-28T12:00:00Z" }]);
  }
  const rows = (id: number) => selectRows(footfall, `SELECT 1 FROM drops WHERE website_id = ${id}`);
  expect([await rows(kept.id), await rows(gone.id)].map(({ length }) => length)).toEqual([2, 2]);
  // The events are still in memory when the website is deleted.
  await footfall.track({ website: gone.id, url: "https://elsewhere.example/" });

  await footfall.request(`/api/v1/websites/${gone.id}`, { method: "DELETE" });

  await eventually(async () => expect(await rows(gone.id)).toEqual([]));
  expect((await intakeOf(kept.id, day))[0].dropped.hostname).toBe(1);
  expect((await ask(gone.id, { from: day, to: day })).status).toBe(404);
});

test.runIf(isEmbedded)("a stop keeps what was counted a moment before", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-intake-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  const first = await startFootfall({ DATA_DIR: directory });
  const { id } = await first.store("restarted.example");
  const day = dayIn("UTC", Date.now());
  for (let i = 0; i < 5; i += 1) {
    await first.track({ website: id, url: "https://elsewhere.example/" });
  }
  await first.server.stop();
  const second = await startFootfall({ DATA_DIR: directory });
  await second.track({ website: id, url: "https://elsewhere.example/" });

  const [{ dropped }] = await intakeOf(id, day, day, second);
  expect(dropped).toEqual({ bot: 0, ip: 0, hostname: 6 });
});
