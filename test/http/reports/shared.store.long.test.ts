import { beforeAll, expect, test } from "vitest";
import { apiKey, type Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const range = "from=2026-01-01&to=2026-01-02";
const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  const settings = { privacy: 0, timezone: "Europe/Berlin" };
  const website = await footfall.store("example.com", settings);
  ({ id } = website);
  const pages = ["/", "/", "/pricing"];
  await footfall.send(
    website,
    pages.map((page) => ({ at: "2026-01-01T12:00:00Z", page })),
  );
});

const ask = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  footfall.request(path, { key: false, headers });

function update(settings: object): Promise<Reply> {
  return footfall.request(`/api/v1/websites/${id}`, { method: "PATCH", body: settings });
}

async function unlock(password: string): Promise<{ status: number; cookie: string }> {
  const body = new URLSearchParams({ password });
  const reply = await footfall.request("/shared/example.com/unlock", { key: false, body });
  return { status: reply.status, cookie: reply.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

test.each([
  [`stats?name=page&${range}`, (it: number) => `stats/${it}?name=page&${range}`],
  [
    `stats?name=page&${range}&filter[page]=/pricing`,
    (it: number) => `stats/${it}?name=page&${range}&filter[page]=/pricing`,
  ],
  [
    `summary?${range}&compare=previous`,
    (it: number) => `websites/${it}/summary?${range}&compare=previous`,
  ],
  [
    `heatmap?${range}&filter[page]=~PRIC`,
    (it: number) => `websites/${it}/heatmap?${range}&filter[page]=~PRIC`,
  ],
  [`engagement?${range}`, (it: number) => `websites/${it}/engagement?${range}`],
  [`revenue?${range}`, (it: number) => `websites/${it}/revenue?${range}`],
  [
    `revenue/stats?${range}&name=source`,
    (it: number) => `websites/${it}/revenue/stats?${range}&name=source`,
  ],
  ["live", (it: number) => `websites/${it}/live`],
])("viewers get at %s what owners get", async (shared, own) => {
  const seen = await ask(`/shared/example.com/${shared}`);
  const owners = await footfall.request(`/api/v1/${own(id)}`);

  expect(seen.status).toBe(200);
  expect(seen.json.data).toEqual(owners.json.data);
  expect(seen.json.meta?.count).toBe(owners.json.meta?.count);
  expect(JSON.stringify(seen.json.links ?? {})).not.toContain("/api/v1");
});

test("viewers get CSV, and are told with If-None-Match that nothing has changed", async () => {
  const path = `/shared/example.com/stats?name=page&${range}`;
  const csv = await ask(path, { accept: "text/csv" });
  const header = "value,count,visitors,pageviews,engagement_seconds,scroll_depth";
  expect(csv.text).toBe(`${header}\r\n"/",2,1,2,,\r\n"/pricing",1,1,1,,\r\n`);

  const { headers } = await ask(path);
  const again = await ask(path, { "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, again.text]).toEqual([304, ""]);
  expect(again.headers.get("cache-control")).toBe("private, no-cache");
});

test("a change of password or privacy is in force with the next request, and ends what was unlocked", async () => {
  const path = "/shared/example.com/stats?name=page&from=2026-01-01&to=2026-01-01";
  const status = async (cookie = "") => (await ask(path, { cookie })).status;

  await update({ privacy: 2, password: "first horse" });
  const first = await unlock("first horse");
  expect([first.status, await status(), await status(first.cookie)]).toEqual([204, 401, 200]);

  await update({ password: "second horse" });
  expect([await status(first.cookie), (await unlock("first horse")).status]).toEqual([401, 401]);
  const second = await unlock("second horse");
  expect(await status(second.cookie)).toBe(200);

  await update({ email: 1 });
  expect(await status(second.cookie)).toBe(200);

  await update({ privacy: 1 });
  expect([await status(second.cookie), (await unlock("second horse")).status]).toEqual([404, 404]);
  await update({ privacy: 2 });
  // The same password and privacy as when the website gave the cookie.
  expect(await status(second.cookie)).toBe(200);

  await update({ privacy: 0, password: "" });
  expect(await status()).toBe(200);
});

test("a website that was deleted and stored anew is not opened by what opened the old one", async () => {
  const settings = { privacy: 2, password: "secret horse" };
  const { id: old } = await footfall.store("again.test", settings);
  const body = new URLSearchParams({ password: "secret horse" });
  const reply = await footfall.request("/shared/again.test/unlock", { key: false, body });
  const cookie = reply.headers.getSetCookie()[0]?.split(";")[0] ?? "";
  expect((await ask("/shared/again.test", { cookie })).status).toBe(200);

  await footfall.request(`/api/v1/websites/${old}`, { method: "DELETE" });
  expect((await ask("/shared/again.test", { cookie })).status).toBe(404);
  await footfall.store("again.test", settings);
  expect((await ask("/shared/again.test", { cookie })).json.code).toBe("PASSWORD_REQUIRED");
});

test("events of a private website are taken from everybody, and counted for its owner alone", async () => {
  const { id: hidden } = await footfall.store("hidden.test");
  const event = { domain: "hidden.test", url: "https://hidden.test/" };
  expect((await footfall.track(event)).status).toBe(202);
  await footfall.server.shipped();

  expect((await ask("/shared/hidden.test/live")).status).toBe(404);
  const authorization = `Bearer ${apiKey}`;
  expect((await ask("/shared/hidden.test/live", { authorization })).json.data.visitors).toBe(1);
  expect((await footfall.request(`/api/v1/websites/${hidden}/live`)).status).toBe(200);
});
