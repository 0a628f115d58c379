import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const google = "Googlebot/2.1 (+http://www.google.com/bot.html)";
const october = "from=2026-10-01&to=2026-10-31";

const footfall = openFootfall(shareFootfall);

async function site(domain: string, settings: object = {}) {
  const { id } = await footfall.store(domain, settings);
  const send = async (date: string, more: object = {}) => {
    const event = { url: `https://${domain}/`, timestamp: `${date}T12:00:00Z`, ...more };
    expect((await footfall.bulk(id, [event])).status).toBe(202);
    await footfall.server.shipped();
  };
  return { id, domain, send };
}

const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = "GET") =>
  footfall.request(path, { headers, method });

function tagOf({ headers }: Reply): string {
  const tag = headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  return tag;
}

/** Asks twice. Expects the same tag, and a 304 in both methods. */
async function heldTag(path: string): Promise<string> {
  const first = await ask(path);
  const tag = tagOf(first);
  for (const method of ["GET", "HEAD"]) {
    const again = await ask(path, { "if-none-match": tag }, method);
    expect([method, again.status, again.text, tagOf(again)]).toEqual([method, 304, "", tag]);
    expect(again.headers.get("cache-control")).toBe("private, no-cache");
    expect(again.headers.get("vary")).toBe("Authorization, Cookie, Accept, Accept-Encoding");
  }
  return tag;
}

test.each([
  ["summary", october],
  ["summary", `${october}&compare=previous`],
  ["summary", `${october}&filter[page]=/&compare=previous`],
  ["heatmap", `${october}&filter[page]=~/&metric=pageviews`],
  ["engagement", october],
  ["revenue", `${october}&compare=year`],
  ["revenue/stats", `${october}&name=source`],
  ["goals/stats", `${october}&filter[page]=/&sort_by=name`],
  ["intake", october],
])("who has the %s of %s is told so until an event comes", async (kind, query) => {
  const { id, send } = await site(`${kind.replace("/", "-")}${query.length}.example`);
  const path = `/api/v1/websites/${id}/${kind}?${query}`;
  await send("2026-10-10");
  const tags = [await heldTag(path)];
  await send("2026-08-10");
  expect(await heldTag(path)).toBe(tags[0]);

  await send("2026-10-11");
  const changed = await ask(path, { "if-none-match": tags[0] ?? "" });
  expect([changed.status, changed.json]).toEqual([200, (await ask(path)).json]);
  tags.push(await heldTag(path));
  expect(new Set(tags).size).toBe(2);
});

test("the summary of a comparison changes with an event of the days before", async () => {
  const { id, send } = await site("before.example");
  const path = `/api/v1/websites/${id}/summary?${october}`;
  const [alone, compared] = [await heldTag(path), await heldTag(`${path}&compare=previous`)];
  await send("2026-09-10");

  expect(await heldTag(path)).toBe(alone);
  expect(await heldTag(`${path}&compare=previous`)).not.toBe(compared);
});

test("the intake changes with a dropped event alone", async () => {
  const { id, send } = await site("dropped.example");
  const path = `/api/v1/websites/${id}/intake?${october}`;
  const tag = await heldTag(path);
  await send("2026-10-10", { user_agent: google });

  await eventually(async () => expect(await heldTag(path)).not.toBe(tag));
  expect((await ask(path, { "if-none-match": tag })).json.data[9].dropped.bot).toBe(1);
});

test("roll-ups leave the summary as it is", async () => {
  const { id, send } = await site("rolled.example");
  await send("2026-10-10");
  const path = `/api/v1/websites/${id}/summary?${october}`;
  const tag = await heldTag(path);
  await footfall.server.rollUp();

  expect(await heldTag(path)).toBe(tag);
});

test.each(["summary?", "stats?name=page&"])(
  "viewers have tags for %s, which another website of the same domain does not have",
  async (query) => {
    const domain = "shared.example";
    const path = `/shared/${domain}/${query}${october}`;
    const tags: string[] = [];
    for (const page of ["/a", "/b"]) {
      const { id, send } = await site(domain, { privacy: 0 });
      await send("2026-10-10", { url: `https://${domain}${page}` });
      tags.push(await heldTag(path));
      await footfall.request(`/api/v1/websites/${id}`, { method: "DELETE" });
    }
    expect(new Set(tags).size).toBe(2);
  },
);

test("who is there now has no tag, as that changes with time alone", async () => {
  const { id } = await site("live.example");
  const { headers } = await ask(`/api/v1/websites/${id}/live`, { "if-none-match": "*" });

  expect(headers.get("etag")).toBeNull();
  expect(headers.get("cache-control")).toBe("private, no-store");
});
