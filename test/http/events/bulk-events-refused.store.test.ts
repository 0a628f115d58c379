import { beforeAll, expect, test } from "vitest";
import { selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
let id: number;
beforeAll(async () => {
  id = (await footfall.store("example.com")).id;
});

const url = "https://example.com/";
const hourMs = 60 * 60 * 1000;

function post(body: string, contentType: string, website: number | string = id) {
  return footfall.request(`/api/v1/websites/${website}/events`, {
    body,
    headers: { "content-type": contentType },
  });
}

async function countOf(): Promise<number> {
  const rows = await selectRows(footfall, `SELECT 1 FROM events WHERE website_id = ${id}`);
  return rows.length;
}

test.each([
  ["no ISO 8601 text", "yesterday"],
  ["a day that does not exist", "2026-02-30T10:00:00Z"],
  ["a second before 2000", "1999-12-31T23:59:59Z"],
  ["a moment before 2000 by its offset", "2000-01-01T00:30:00+01:00"],
  ["more than a day ahead", new Date(Date.now() + 25 * hourMs).toISOString()],
  ["empty", ""],
  ["a number", 1_700_000_000],
  ["a number as text", "1700000000"],
])("a time stamp that is %s is refused", async (_what, timestamp) => {
  const reply = await footfall.bulk(id, [{ url }, { url, timestamp }]);

  expect([reply.status, reply.json.code]).toEqual([422, "VALIDATION"]);
  expect(Object.keys(reply.json.errors)).toEqual(["1.timestamp"]);
  expect(await countOf()).toBe(0);
});

test.each([
  ["an address that is none", { ip: "999.1.1.1" }, "ip"],
  ["a range", { ip: "203.0.113.0/24" }, "ip"],
  ["a name for an address", { ip: "localhost" }, "ip"],
  ["an address with a port", { ip: "203.0.113.7:80" }, "ip"],
  ["an empty address", { ip: "" }, "ip"],
  ["an address that is a number", { ip: 1 }, "ip"],
  ["an agent that is a number", { user_agent: 5 }, "user_agent"],
  ["no page", { url: undefined }, "url"],
  ["a page that is none", { url: "ftp://example.com/" }, "url"],
  ["no name", { name: "" }, "name"],
  ["broken props", { props: "{" }, "props"],
  ["revenue without a currency", { $: { amount: 1 } }, "$"],
])("one event with %s refuses all, by its index and field", async (_what, fields, field) => {
  const events = [{ url }, { url }, { url, ...fields }, { url }];
  const reply = await footfall.bulk(id, events);

  expect(reply.status).toBe(422);
  expect(reply.json.errors).toEqual({ [`2.${field}`]: [expect.any(String)] });
  expect(await countOf()).toBe(0);
});

test("everything that is wrong is named, of every event", async () => {
  const reply = await footfall.bulk(id, [
    { url: "x", timestamp: "x", ip: "x", name: "" },
    { url },
    { props: [] },
  ]);

  expect(Object.keys(reply.json.errors).sort()).toEqual(
    ["0.ip", "0.name", "0.timestamp", "0.url", "2.props", "2.url"].sort(),
  );
});

test.each([["null"], ["5"], ['"text"'], ["[]"], ["true"]])("%s is no event", async (element) => {
  const reply = await post(`[{"url":"${url}"},${element}]`, "application/json");

  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.errors)).toEqual(["1.body"]);
});

test("of 1,000 wrong events the first are named", async () => {
  const reply = await footfall.bulk(id, Array(1_000).fill({}));

  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.errors)[0]).toBe("0.url");
  expect(reply.text.length).toBeLessThan(10_000);
});

test.each([
  ["an object", `{"url":"${url}"}`],
  ["an object with events", `{"events":[]}`],
  ["nothing", ""],
  ["null", "null"],
  ["text", '"text"'],
  ["half an array", `[{"url":"${url}"}`],
])("%s is no array of events", async (_what, body) => {
  const reply = await post(body, "application/json");

  expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["body"]]);
});

test.each([
  ["a broken line", `{"url":"${url}"}\n{"url":"${url}"}\n{"url":`, "2"],
  ["a broken line after blank ones", `\n\n{"url":"${url}"}\r\n\r\n{broken\n`, "1"],
  ["an array on a line", `[{"url":"${url}"}]`, "0.body"],
  ["a wrong event", `{"url":"${url}"}\n{"url":"/a"}`, "1.url"],
])("NDJSON with %s is refused by its index", async (_what, body, field) => {
  const reply = await post(body, "application/x-ndjson");

  expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, [field]]);
  expect(await countOf()).toBe(0);
});

test("every broken line of NDJSON is named", async () => {
  const reply = await post(`{\n{"url":"${url}"}\nnope`, "application/x-ndjson");

  expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["0", "2"]]);
});

test.each(["text/plain", "application/x-www-form-urlencoded", "text/csv", "application/ndjsonx"])(
  "%s is not accepted",
  async (type) => {
    const reply = await post("[]", type);

    expect([reply.status, reply.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  },
);

test.each(["application/json", "application/x-ndjson"])(
  "5 MiB are taken as %s, and one byte more is not",
  async (type) => {
    const { id: website, domain } = await footfall.store(`large-${type.length}.example`);
    const sized = (bytes: number) => {
      const [before, after] = type === "application/json" ? ["[", "]"] : ["", "\n"];
      const start = `${before}{"url":"https://${domain}/","x":"`;
      return `${start}${"x".repeat(bytes - start.length - 2 - after.length)}"}${after}`;
    };

    const taken = await post(sized(5 * 1024 ** 2), type, website);
    const refused = await post(sized(5 * 1024 ** 2 + 1), type, website);

    expect([taken.status, taken.json]).toEqual([202, { accepted: 1, dropped: {} }]);
    expect([refused.status, refused.json.code]).toEqual([413, "BODY_TOO_LARGE"]);
  },
);

test.each(["999999", "0", "first", "1.5", "01", "-1", "99999999999"])(
  "there is no website %s",
  async (website) => {
    const reply = await post("[]", "application/json", website);

    expect([reply.status, reply.json.code]).toEqual([404, "WEBSITE_NOT_FOUND"]);
  },
);

test.each([
  ["no key", false],
  ["a wrong key", "wrong-key-0123456789abcdef"],
] as const)("%s is refused", async (_what, key) => {
  const reply = await footfall.request(`/api/v1/websites/${id}/events`, { body: [{ url }], key });

  expect([reply.status, reply.json.code]).toEqual([401, "UNAUTHORIZED"]);
  expect(reply.headers.get("www-authenticate")).toMatch(/^Bearer/);
  expect(await countOf()).toBe(0);
});

test("pages of other websites may not read the answer", async () => {
  const reply = await footfall.bulk(id, []);

  expect(reply.headers.has("access-control-allow-origin")).toBe(false);
});

test("a time stamp at either end of what is allowed is taken", async () => {
  const { id: website, domain } = await footfall.store("ends.example");
  const reply = await footfall.bulk(website, [
    { url: `https://${domain}/`, timestamp: "2000-01-01T00:00:00Z" },
    { url: `https://${domain}/`, timestamp: "1999-12-31T12:00:00-12:00" },
    { url: `https://${domain}/`, timestamp: new Date(Date.now() + 23.9 * hourMs).toISOString() },
  ]);

  expect(reply.json).toEqual({ accepted: 3, dropped: {} });
});

test("2.6 million lines that are no JSON are refused in few words", async () => {
  const reply = await post("x\n".repeat(2_600_000), "application/x-ndjson");

  expect([reply.status, reply.json.errors]).toEqual([
    422,
    { body: ["must have at most 1,000 events"] },
  ]);
});

test("of 1,000 broken lines the first 20 are named", async () => {
  const reply = await post("x\n".repeat(1_000), "application/x-ndjson");

  expect(reply.json.errors["19"]).toEqual(["is not valid JSON"]);
  expect(Object.keys(reply.json.errors)).toHaveLength(20);
});

test.each([
  ["2.6 million values", `{"url":"${url}","props":[${"1,".repeat(2_600_000)}1]}`],
  ["2.6 million levels", `{"url":"${url}","props":${"[".repeat(2_500_000)}`],
])("an event of %s is refused without being parsed", async (_what, event) => {
  const reply = await post(event, "application/x-ndjson");

  expect([reply.status, reply.json.errors]).toEqual([
    422,
    { "0": ["must have at most 10000 values"] },
  ]);
});

test("props as a JSON string of more than 16,384 characters are refused", async () => {
  const propsOf = (characters: number) => JSON.stringify({ a: "x".repeat(characters - 8) });
  const taken = await footfall.bulk(id, [{ url, props: propsOf(16_384) }]);
  const refused = await footfall.bulk(id, [{ url, props: propsOf(16_385) }]);

  expect(taken.status).toBe(202);
  expect([refused.status, Object.keys(refused.json.errors)]).toEqual([422, ["0.props"]]);
});
