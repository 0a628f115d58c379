import { beforeAll, expect, test } from "vitest";
import { chrome, type TestFootfall } from "../../helpers/footfall.ts";
import { importFiles, undo } from "../../helpers/imports.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

let footfall: TestFootfall;
beforeAll(async () => {
  footfall = await shareFootfall();
});
const gptBot =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)";
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const chatGptUser =
  "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot";
const range = "from=2026-10-01&to=2026-10-31";

let websites = 0;
/** Returns a website of the test's own, in a time zone with half an hour. */
async function makeWebsite(settings: object = {}) {
  websites += 1;
  const domain = `reads-${websites}.example`;
  const { id } = await footfall.store(domain, { timezone: "Asia/Kolkata", ...settings });
  const path = `/api/v1/websites/${id}`;
  const send = (reads: readonly object[], headers = {}) =>
    footfall.request(`${path}/reads`, { body: reads, headers });
  return {
    id,
    domain,
    path,
    send,
    url: (page: string) => `https://${domain}${page}`,
    async read(page: string, user_agent: string, more: object = {}) {
      const timestamp = "2026-10-10T12:00:00Z";
      await send([{ url: `https://${domain}${page}`, user_agent, timestamp, ...more }]);
    },
    async ask(query: string) {
      await footfall.server.shipped();
      return (await footfall.request(`${path}/${query}`)).json;
    },
  };
}

type Website = Awaited<ReturnType<typeof makeWebsite>>;

async function rowsBy(website: Website, by: string, more = "") {
  const { data } = await website.ask(`reads?by=${by}&${range}&per_page=100${more}`);
  const rows = data as { value: string; reads: number }[];
  return Object.fromEntries(rows.map(({ value, reads }) => [value, reads]));
}

/** Returns lines of a log in the combined format. */
function lines(requests: readonly (readonly [string, string, number, string])[]): string[] {
  return requests.map(
    ([time, request, status, agent]) =>
      `192.0.2.1 - - [${time} +0000] "${request} HTTP/1.1" ${status} 9 "-" "${agent}"`,
  );
}

const requests = [
  ["10/Oct/2026:12:00:00", "GET /", 200, googlebot],
  ["10/Oct/2026:12:01:00", "GET /robots.txt", 200, gptBot],
  ["10/Oct/2026:12:02:00", "HEAD /", 304, gptBot],
  ["10/Oct/2026:12:03:00", "GET /gone?utm_source=x&id=7", 404, gptBot],
  ["10/Oct/2026:12:04:00", "GET /moved", 301, gptBot],
  ["10/Oct/2026:12:05:00", "GET /report.pdf", 200, gptBot],
  ["10/Oct/2026:12:06:00", "GET /logo.png", 200, gptBot],
  ["10/Oct/2026:12:07:00", "POST /", 200, gptBot],
  ["10/Oct/2026:12:08:00", "GET /feed.xml", 200, "curl/8.5.0"],
  ["10/Oct/2026:20:09:00", "GET /about", 200, googlebot],
  ["11/Oct/2026:12:09:00", "GET /about", 200, chrome],
] as const;
const log = lines(requests);
/** The reads among them by page. */
const pages = {
  "/": 2,
  "/robots.txt": 1,
  "/gone?id=7": 1,
  "/moved": 1,
  "/feed.xml": 1,
  "/about": 1,
};

/** Sends the same requests as a server does. */
async function sendLog(website: Website): Promise<void> {
  const reads = requests.map(([time, request, status, user_agent]) => {
    const [method, page = ""] = request.split(" ");
    const timestamp = `2026-10-${time.slice(0, 2)}T${time.slice(12)}Z`;
    return { url: website.url(page), user_agent, status, method, timestamp, door: "log" };
  });
  expect((await website.send(reads)).json).toEqual({ reads: 7, not_reads: 4 });
}

function importLog({ id }: Website, some: readonly string[]) {
  return importFiles(footfall.url, id, [["access.log", `${some.join("\n")}\n`]]);
}

test("the reads of a log are counted with their status, and each `by` sums to the same", async () => {
  const website = await makeWebsite();
  await importLog(website, log);

  const expected: Record<string, object> = {
    reader: { Googlebot: 2, GPTBot: 4, curl: 1 },
    operator: { Google: 2, OpenAI: 4, "": 1 },
    purpose: { search: 2, training: 4, tool: 1 },
    page: pages,
    status: { "2xx": 5, "3xx": 1, "404": 1 },
    door: { log: 7 },
    day: { "2026-10-10": 6, "2026-10-11": 1 },
    hour: { "2026-10-10T17:00": 6, "2026-10-11T01:00": 1 },
  };
  for (const [by, rows] of Object.entries(expected)) {
    expect([by, await rowsBy(website, by)]).toEqual([by, rows]);
    expect((await website.ask(`reads?by=${by}&${range}`)).meta.count).toBe(7);
  }
  expect((await website.ask(`reads?by=verified&${range}`)).meta.count).toBe(7);
  expect((await website.ask(`intake?from=2026-10-10&to=2026-10-11`)).data).toMatchObject([
    { dropped: { bot: 1 } },
    { dropped: { bot: 1 } },
  ]);
});

test("a log in two parts counts as the whole, and is gone when its import is undone", async () => {
  const website = await makeWebsite();
  await importLog(website, log.slice(0, 4));
  const { id } = await importLog(website, log.slice(4));
  expect(await rowsBy(website, "page")).toEqual(pages);
  await undo(footfall.url, website.id, id);
  expect(await rowsBy(website, "page")).toEqual({ "/": 2, "/robots.txt": 1, "/gone?id=7": 1 });
  await importLog(website, log.slice(4));
  expect(await rowsBy(website, "page")).toEqual(pages);
});

test("events of bots that are dropped are reads, one each, of any host", async () => {
  const website = await makeWebsite();
  const others = await makeWebsite({ exclude_bots: 0, exclude_ips: "192.0.2.9" });
  const track = (domain: string, url: string, agent = googlebot) =>
    footfall.track({ domain, url }, { "user-agent": agent });
  for (const url of [website.url("/a"), website.url("/b?utm_source=x"), "https://other.example/"]) {
    await track(website.domain, url);
  }
  await track(website.domain, website.url("/a"), chrome);
  const event = { url: website.url("/a"), name: "Signup", user_agent: googlebot };
  await footfall.bulk(website.id, [event, event]);
  const excluded = { url: others.url("/"), user_agent: googlebot, ip: "192.0.2.9" };
  await footfall.bulk(others.id, [{ ...excluded, ip: "192.0.2.8" }, excluded]);

  const today = new Date().toISOString().slice(0, 10);
  const days = `from=${today.slice(0, 8)}01&to=2027-01-31`;
  const { data, meta } = await website.ask(`reads?by=page&${days}&filter[door]=tracker`);
  expect(data).toMatchObject([
    { value: "/a", reads: 3 },
    { value: "/", reads: 1 },
    { value: "/b", reads: 1 },
  ]);
  const intake: { dropped: { bot: number } }[] = (await website.ask(`intake?${days}`)).data;
  expect(intake.reduce((sum, { dropped }) => sum + dropped.bot, 0)).toBe(meta.count);
  expect((await others.ask(`reads?by=status&${days}`)).data).toMatchObject([
    { value: "unknown", reads: 1 },
  ]);
});

test("requests that servers send say how many were reads, and one that is wrong refuses all", async () => {
  const website = await makeWebsite();
  const url = website.url("/");
  const requests = [
    { url, user_agent: gptBot, status: 200, timestamp: "2026-10-10T12:00:00Z", door: "log" },
    { url, user_agent: chrome },
    { url, user_agent: gptBot, method: "POST" },
    { url: website.url("/logo.png"), user_agent: gptBot },
    { url: "https://other.example/", user_agent: gptBot },
  ];
  const reply = await website.send(requests);
  expect([reply.status, reply.json]).toEqual([202, { reads: 1, not_reads: 4 }]);
  const wrong = await website.send([requests[0] ?? {}, { url: "ftp://x", user_agent: 7 }]);
  expect([wrong.status, Object.keys(wrong.json.errors).sort()]).toEqual([
    422,
    ["1.url", "1.user_agent"],
  ]);
  const [first = {}] = requests;
  const tooMany = await website.send(Array.from({ length: 1_001 }, () => first));
  expect([tooMany.status, tooMany.json.errors]).toEqual([
    422,
    { body: ["must have at most 1,000 requests"] },
  ]);
  expect(await rowsBy(website, "door")).toEqual({ log: 1 });
});

test("a request that is sent again with its key counts once", async () => {
  const website = await makeWebsite();
  const body = [{ url: website.url("/"), user_agent: gptBot, timestamp: "2026-10-10T12:00:00Z" }];
  const key = { "idempotency-key": "reads-1" };
  const replies = [await website.send(body, key), await website.send(body, key)];
  expect(replies.map(({ json }) => json)).toEqual([
    { reads: 1, not_reads: 0 },
    { reads: 1, not_reads: 0 },
  ]);
  expect((await website.send([...body, ...body], key)).status).toBe(422);
  expect(await rowsBy(website, "reader")).toEqual({ GPTBot: 1 });
});

test("summary, exchange, unread and missing pages follow from reads and visits", async () => {
  const website = await makeWebsite({ timezone: "UTC" });
  const at = { timestamp: "2026-10-10T12:00:00Z" };
  const visit = (ip: string, page: string, referrer: string) => ({
    ...at,
    ip,
    url: website.url(page),
    referrer,
    user_agent: chrome,
  });
  await footfall.bulk(website.id, [
    visit("192.0.2.1", "/", "https://chatgpt.com/"),
    visit("192.0.2.1", "/secret", ""),
    visit("192.0.2.2", "/", "https://gemini.google.com/"),
    visit("192.0.2.2", "/late", "https://notebooklm.google.com/"),
    visit("192.0.2.3", "/secret", ""),
  ]);
  await website.read("/", gptBot, { status: 200 });
  await website.read("/", chatGptUser, { status: 200 });
  await website.read("/late", gptBot, { status: 404 });
  await website.read("/late", googlebot, { status: 404 });
  await website.read("/late", googlebot, { status: 404 });

  expect((await website.ask(`reads/summary?${range}&compare=previous`)).data).toMatchObject({
    reads: 5,
    readers: 3,
    operators: 2,
    pages: 2,
    not_found: 3,
    previous: { reads: 0, verified_share: null },
  });
  expect((await website.ask(`reads/exchange?${range}`)).data).toEqual([
    {
      operator: "OpenAI",
      reads: { training: 2, assistant_user: 1 },
      visits: 1,
      visitors: 1,
      visits_per_1000_reads: 333.3,
    },
    {
      operator: "Google",
      reads: { search: 2 },
      visits: 2,
      visitors: 1,
      visits_per_1000_reads: 1000,
    },
  ]);
  const operators = async (filter: string) => {
    const { data } = await website.ask(`reads/exchange?${range}&${filter}`);
    return (data as { operator: string }[]).map(({ operator }) => operator);
  };
  expect(await operators("filter[operator]=OpenAI")).toEqual(["OpenAI"]);
  expect(await operators("filter[operator]=!OpenAI")).toEqual(["Google"]);
  expect(await operators("filter[operator]=~GOO&filter[purpose]=training")).toEqual(["Google"]);
  const unread = async (more = "") => (await website.ask(`reads/unread?${range}${more}`)).data;
  expect(await unread()).toEqual([
    { value: "/secret", pageviews: 2 },
    { value: "/late", pageviews: 1 },
  ]);
  expect(await unread("&filter[purpose]=search")).toHaveLength(3);
  await website.read("/secret", googlebot);
  expect(await unread()).toEqual([{ value: "/late", pageviews: 1 }]);
  expect((await website.ask(`reads/missing?${range}`)).data).toEqual([
    { value: "/late", reads: 3, readers: ["Googlebot", "GPTBot"] },
  ]);
});

test("a range of all years is answered, with the hours in UTC", async () => {
  const website = await makeWebsite();
  await website.read("/", gptBot);
  await footfall.server.shipped();
  const path = `${website.path}/reads?by=reader&from=0001-01-01&to=9999-12-31`;
  const reply = await footfall.request(path);
  expect(reply.json.data).toMatchObject([{ reads: 1, last_at: "2026-10-10T11:30:00Z" }]);
});

test("filters select reads, and wrong ones are refused by name", async () => {
  const website = await makeWebsite();
  await sendLog(website);
  expect(await rowsBy(website, "reader", "&filter[status]=404")).toEqual({ GPTBot: 1 });
  expect(await rowsBy(website, "reader", "&filter[page]=/a*&filter[reader]=!GPTBot")).toEqual({
    Googlebot: 1,
  });
  expect(await rowsBy(website, "page", "&search=GONE")).toEqual({ "/gone?id=7": 1 });
  const query = `reads?by=size&${range}&filter[purpose]=spam&filter[browser]=Chrome&filter[status]=200`;
  const { errors } = await website.ask(query);
  expect(Object.keys(errors).sort()).toEqual([
    "by",
    "filter[browser]",
    "filter[purpose]",
    "filter[status]",
  ]);
});

test("all rows come as CSV, with a tag that changes with the reads", async () => {
  const website = await makeWebsite();
  await sendLog(website);
  const path = `${website.path}/reads?by=reader&${range}`;
  const ask = (headers = {}) =>
    footfall.request(path, { headers: { accept: "text/csv", ...headers } });
  await footfall.server.shipped();
  const reply = await ask();
  expect(reply.text).toBe(
    [
      "value,operator,purpose,reads,pages,verified_reads,last_at",
      '"GPTBot","OpenAI","training",4,4,0,"2026-10-10T11:30:00Z"',
      '"Googlebot","Google","search",2,2,0,"2026-10-10T19:30:00Z"',
      '"curl","","tool",1,1,0,"2026-10-10T11:30:00Z"',
      "",
    ].join("\r\n"),
  );
  const tag = { "if-none-match": reply.headers.get("etag") ?? "" };
  expect((await ask(tag)).status).toBe(304);
  await website.read("/", gptBot);
  await footfall.server.shipped();
  expect((await ask(tag)).status).toBe(200);
});

test("a shared link shows reads only if it says so, and a public page never", async () => {
  const website = await makeWebsite({ privacy: 0 });
  await website.read("/", gptBot, { timestamp: undefined });
  const share = async (name: string, reports: unknown) => {
    const { json } = await footfall.request(`${website.path}/shares`, { body: { name, reports } });
    return new URL(json.data.url, footfall.url).pathname;
  };
  const statusOf = async (path: string) => (await footfall.request(path, { key: false })).status;
  const all = await share("all", "all");
  const some = await share("some", ["overview", "reads"]);
  const path = `reads?by=reader&${range}`;
  expect(await statusOf(`${some}/${path}`)).toBe(200);
  expect(await statusOf(`${all}/${path}`)).toBe(404);
  expect(await statusOf(`/shared/${website.domain}/${path}`)).toBe(404);
  expect(await statusOf(`${website.path}/${path}`)).toBe(401);

  const readsIn = async (live: string, key?: false) =>
    (await footfall.request(live, key === false ? { key } : {})).json.data.reads;
  expect(await readsIn(`${website.path}/live`)).toEqual([{ operator: "OpenAI", reads: 1 }]);
  expect(await readsIn(`${some}/live`, false)).toEqual([{ operator: "OpenAI", reads: 1 }]);
  expect(await readsIn(`${all}/live`, false)).toBeUndefined();
  expect(await readsIn(`/shared/${website.domain}/live`, false)).toBeUndefined();
});
