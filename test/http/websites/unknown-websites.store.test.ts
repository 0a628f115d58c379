import { expect, test } from "vitest";
import { openFootfall } from "../../helpers/open-footfall.ts";

const path = "/api/v1/unknown-websites";

const footfall = openFootfall();

async function names(): Promise<string[]> {
  const reply = await footfall.request(path);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data.map(({ name }: { name: string }) => name);
}

test("a domain that events name is listed until it is a website", async () => {
  for (const d of ["my-shpo.example", "WWW.My-Shpo.Example"]) {
    for (const n of ["pageview", "engagement"]) {
      const reply = await footfall.track({ d, n, u: "https://my-shop.example/" });
      expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
    }
  }

  const reply = await footfall.request(path);
  expect(reply.json.data).toEqual([
    { name: "my-shpo.example", events: 2, last_at: expect.stringMatching(/^\d{4}-.*Z$/) },
  ]);
  await footfall.store("my-shpo.example");
  expect(await names()).toEqual([]);
});

test.each([
  ["an id stands for the host of its page", { website: 999, url: "https://by-id.example/a" }],
  ["also where that is international", { website: 999, url: "https://bücher.example/" }],
])("%s", async (_what, event) => {
  expect((await footfall.track(event)).status).toBe(404);

  expect(await names()).toContain(new URL(event.url).hostname);
});

test("an event of Umami counts by its hostname", async () => {
  const payload = { website: "a-b-c", hostname: "umami.example", url: "/" };
  const reply = await footfall.request("/api/send", {
    method: "POST",
    body: { type: "event", payload },
    key: false,
  });

  expect(reply.status).toBe(404);
  expect(await names()).toContain("umami.example");
});

test("what is no domain is left out", async () => {
  const before = await names();
  for (const d of ["no domain", "a".repeat(5_000), "1.2.3", "<b>"]) {
    const reply = await footfall.track({ d, n: "pageview", u: "https://x.example/" });
    expect(reply.status).toBeGreaterThanOrEqual(404);
  }

  expect(await names()).toEqual(before);
});

test("what is no domain cannot be ignored, as the API description says", async () => {
  const reply = await footfall.request(`${path}/no%20domain`, { method: "DELETE" });
  expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["name"]]);

  const { paths } = (await footfall.request("/openapi.json", { key: false })).json;
  expect(Object.keys(paths[`${path}/{name}`].delete.responses)).toContain("422");
});

test("a domain that is ignored stays away, also when it sends more", async () => {
  const send = () =>
    footfall.track({ d: "scraper.example", n: "pageview", u: "https://scraper.example/" });
  await send();
  expect(await names()).toContain("scraper.example");

  const reply = await footfall.request(`${path}/scraper.example`, { method: "DELETE" });

  expect(reply.json).toEqual({ name: "scraper.example", ignored: true });
  await send();
  expect(await names()).not.toContain("scraper.example");
});

test("a name that is no domain cannot be ignored", async () => {
  const reply = await footfall.request(`${path}/no%20domain`, { method: "DELETE" });

  expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["name"]]);
});
