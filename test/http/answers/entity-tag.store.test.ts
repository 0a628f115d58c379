import { beforeAll, expect, test } from "vitest";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const browsers = "name=browser&from=2026-11-01&to=2026-11-30";
const csv = { accept: "text/csv" };

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("example.com"));
  await sendEvent("2026-11-10");
});

async function sendEvent(date: string): Promise<void> {
  const event = { url: "https://example.com/", timestamp: `${date}T12:00:00Z` };
  expect((await footfall.bulk(id, [event])).status).toBe(202);
}

function ask(
  query: string,
  headers: Readonly<Record<string, string>> = {},
  method = "GET",
): Promise<Reply> {
  return footfall.request(`/api/v1/stats/${id}?${query}`, { headers, method });
}

function tagOf({ headers }: Reply): string {
  const tag = headers.get("etag") ?? "";
  expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
  return tag;
}

/** Resolves with the id of a segment. */
async function storeSegment(browser: string): Promise<number> {
  const body = { name: browser, filters: { browser: [browser] } };
  return (await footfall.request(`/api/v1/websites/${id}/segments`, { body })).json.data.id;
}

/** Resolves with the answer to a client that has the answer with the tag. */
const askAgain = (query: string, tag: string, headers = {}, method = "GET") =>
  ask(query, { "if-none-match": tag, ...headers }, method);

test.each([
  ["JSON", {}, "GET"],
  ["CSV", csv, "GET"],
  ["JSON", {}, "HEAD"],
  ["CSV", csv, "HEAD"],
])(
  "who has the answer in %s is told so at the same question: %o %s",
  async (_name, headers, method) => {
    const first = await ask(browsers, headers, method);
    const again = await askAgain(browsers, tagOf(first), headers, method);

    expect([first.status, again.status, again.text]).toEqual([200, 304, ""]);
    expect(again.headers.get("content-type")).toBeNull();
    expect(again.headers.get("content-length")).toBeNull();
    for (const { headers } of [first, again]) {
      expect(headers.get("etag")).toBe(tagOf(first));
      expect(headers.get("cache-control")).toBe("private, no-cache");
      expect(headers.get("vary")).toBe("Authorization, Cookie, Accept, Accept-Encoding");
    }
  },
);

test("an event makes another answer, whoever asks for it", async () => {
  const range = "name=page&from=2026-10-01&to=2026-10-31";
  const tags = [tagOf(await ask(range))];
  for (const _ of [1, 2]) {
    await sendEvent("2026-10-05");
    const unconditional = await ask(range);
    const changed = await askAgain(range, tags.at(-1) ?? "");
    expect(changed.status).toBe(200);
    expect(changed.json.data).toEqual(unconditional.json.data);
    expect(tags).not.toContain(tagOf(unconditional));
    expect(tags).not.toContain(tagOf(changed));
    tags.push(tagOf(changed));
    expect((await askAgain(range, tagOf(changed))).status).toBe(304);
    expect(tagOf(await ask(range))).toBe(tagOf(changed));
  }
});

test("events of other days and roll-ups leave the answer as it is", async () => {
  const range = "name=device&from=2026-09-01&to=2026-09-30";
  await sendEvent("2026-09-03");
  const tag = tagOf(await ask(range));
  await sendEvent("2026-08-31");
  expect((await askAgain(range, tag)).status).toBe(304);

  await footfall.server.rollUp();
  expect((await askAgain(range, tag)).status).toBe(304);
  expect(tagOf(await ask(range))).toBe(tag);
});

test("another question has another answer", async () => {
  const segments = await Promise.all(["Chrome", "Firefox"].map(storeSegment));
  const questions = [
    ...["filter[browser]=Chrome", "filter[browser]=Firefox", "filter[device]=Chrome"].map(
      (filter) => `${browsers}&${filter}`,
    ),
    ...segments.map((segment) => `${browsers}&segment=${segment}`),
    ...["", "&page=2", "&per_page=25", "&search=x", "&sort=asc", "&sort_by=value", "&other=1"].map(
      (more) => `${browsers}${more}`,
    ),
    browsers.replace("browser", "device"),
    browsers.replace("2026-11-01", "2026-11-02"),
  ];
  const replies = await Promise.all(
    questions.flatMap((question) => [ask(question), ask(question, csv)]),
  );

  expect(new Set(replies.map(tagOf)).size).toBe(2 * questions.length);
});

test("tags are compared as the header allows them to be written", async () => {
  const tag = tagOf(await ask(browsers));
  const strong = tag.slice(2);
  const statuses = async (headers: readonly string[]) => {
    const replies = await Promise.all(headers.map((header) => askAgain(browsers, header)));
    return new Set(replies.map(({ status }) => status));
  };

  const holding = [strong, `"a",${tag}`, `"a" , W/"b",  ${strong} ,"c"`, "*", ` ${tag} `];
  expect(await statuses(holding)).toEqual(new Set([304]));
  const others = [`"a"`, strong.slice(1, -1), `W/"${strong}"`, tag.slice(0, -2), '""', ",", "W/"];
  expect(await statuses(others)).toEqual(new Set([200]));
});

test("an error has no tag", async () => {
  const replies = [
    await askAgain(`${browsers}&page=0`, "*"),
    await footfall.request(`/api/v1/stats/999?${browsers}`, { headers: { "if-none-match": "*" } }),
    await footfall.request(`/api/v1/stats/${id}?${browsers}`, {
      key: false,
      headers: { "if-none-match": "*" },
    }),
  ];

  expect(replies.map(({ status }) => status)).toEqual([422, 404, 401]);
  expect(replies.map(({ headers }) => headers.get("etag"))).toEqual([null, null, null]);
});
