import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);

const headless =
  "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/126.0.0.0 Safari/537.36";
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

async function check(id: number) {
  const reply = await footfall.request(`/api/v1/websites/${id}/tracking-check`);
  expect(reply.status, reply.text).toBe(200);
  return reply.json.data;
}

test("a website without events has neither, and the networks of addresses are known", async () => {
  const { id } = await footfall.store("quiet.example");

  expect(await check(id)).toEqual({ last: null, not_counted: [], networks: true });
});

test("the last event is there, and what did not count, by name", async () => {
  const { id, domain } = await footfall.store("check.example");
  const other = await footfall.store("beside.example");
  await footfall.track({ website: other.id, url: "https://beside.example/" });
  await footfall.track({ website: id, url: `https://${domain}/pricing` });
  for (let i = 0; i < 2; i += 1) {
    const page = { website: id, url: "https://other.example/secret?token=1" };
    await footfall.track(page);
    await footfall.track({ ...page, name: "engagement", e: 1_000 });
  }
  await footfall.track({ website: id, url: `https://${domain}/` }, { "user-agent": headless });

  await eventually(async () =>
    expect(await check(id)).toEqual({
      last: { page: "/pricing", at, country: "", browser: "Chrome" },
      not_counted: expect.arrayContaining([
        { reason: "hostname", name: "other.example", events: 2, last_at: at },
        { reason: "bot", name: "HeadlessChrome", events: 1, last_at: at },
      ]),
      networks: true,
    }),
  );
  expect((await check(id)).not_counted).toHaveLength(2);
});

test("a script that there is not is there, by the page's host", async () => {
  const { id, domain } = await footfall.store("typo.example");
  for (const page of [`https://www.${domain}/`, "https://nobody.example/", "about:blank"]) {
    await footfall.request("/js/scrpt.js", { key: false, headers: { referer: page } });
  }

  await eventually(async () =>
    expect((await check(id)).not_counted).toEqual([
      { reason: "script", name: "/js/scrpt.js", events: 1, last_at: at },
    ]),
  );
});

test("a caller who may not read the website learns nothing", async () => {
  const reply = await footfall.request("/api/v1/websites/4294967295/tracking-check");

  expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
});
