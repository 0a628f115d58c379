import { beforeAll, describe, expect, test } from "vitest";
import { chrome, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";
import { shareFootfall } from "../../helpers/shared-footfall.ts";

const footfall = openFootfall(shareFootfall);
beforeAll(async () => {
  await footfall.store("example.com");
});

const good = { domain: "example.com", url: "https://example.com/" };
const numbered = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, i]));

function post(body: string, contentType?: string) {
  const headers = { "user-agent": chrome, ...(contentType && { "content-type": contentType }) };
  return footfall.request("/api/event", { body, key: false, headers });
}

test.each([
  ["no name", { name: "" }, "name"],
  ["a name of 121 letters", { name: "x".repeat(121) }, "name"],
  ["a name of 121 emoji", { n: "🎉".repeat(121) }, "n"],
  ["a name that is a number", { name: 5 }, "name"],
  ["a name that is a list", { n: ["a"] }, "n"],
  ["no address", { url: undefined }, "url"],
  ["null for an address", { url: null }, "url"],
  ["an empty address", { url: "" }, "url"],
  ["an address of 2,001 characters", { url: `https://example.com/${"x".repeat(1_981)}` }, "url"],
  ["a path", { url: "/a" }, "url"],
  ["an address without a scheme", { url: "example.com/a" }, "url"],
  ["a script", { url: "javascript:alert(1)" }, "url"],
  ["another protocol", { url: undefined, u: "ftp://example.com/" }, "u"],
  ["no host", { url: "https://" }, "url"],
  ["an address that is a number", { url: undefined, u: 5 }, "u"],
  ["a referrer that is a number", { referrer: 5 }, "referrer"],
  ["a referrer that is an object", { r: {} }, "r"],
  ["a screen without a height", { screen: "1920" }, "screen"],
  ["a screen with another sign", { screen: "1920×1080" }, "screen"],
  ["a screen with a unit", { screen: "1920x1080px" }, "screen"],
  ["a screen of six digits", { screen: "100000x1" }, "screen"],
  ["a screen below nothing", { screen: "-1x1080" }, "screen"],
  ["a screen that is a number", { screen: 1920 }, "screen"],
  ["a language that is a sentence", { language: "German, please" }, "language"],
  ["a language that is any", { language: "*" }, "language"],
  ["a language that is a number", { language: 49 }, "language"],
  ["31 props", { props: numbered(31) }, "props"],
  ["31 props as a JSON string", { p: JSON.stringify(numbered(31)) }, "p"],
  ["a list of props", { props: [] }, "props"],
  ["nested props", { props: { a: { b: 1 } } }, "props"],
  ["a list as a prop", { props: { a: [1] } }, "props"],
  ["props that hide how they become text", { props: { a: { toString: 1, valueOf: 1 } } }, "props"],
  ["props that are 7,000 deep", { p: `{"a":${"[".repeat(7_000)}${"]".repeat(7_000)}}` }, "p"],
  ["broken props", { p: '{"a":' }, "p"],
  ["props that are a number", { props: 5 }, "props"],
  ["revenue without a currency", { revenue: { amount: 5 } }, "revenue"],
  ["revenue without an amount", { $: { currency: "EUR" } }, "$"],
  ["revenue that is a number", { revenue: 19.9 }, "revenue"],
  ["revenue in no currency", { revenue: { amount: 5, currency: "EURO" } }, "revenue"],
  ["revenue of infinity", { revenue: { amount: "Infinity", currency: "EUR" } }, "revenue"],
  ["no website", { domain: undefined }, "domain"],
  ["null for a website", { domain: null, d: null, website: null }, "domain"],
  ["a domain that is a number", { domain: 5 }, "domain"],
  ["a website that is no id", { website: "first" }, "website"],
  ["a website that is half an id", { website: 1.5 }, "website"],
  ["a website below nothing", { website: -1 }, "website"],
  ["a website that is true", { website: true }, "website"],
])("%s is refused by the name of its field", async (_what, fields, field) => {
  const reply = await footfall.track({ ...good, ...fields });

  expect(reply.status).toBe(422);
  expect(reply.json).toEqual({
    status: 422,
    code: "VALIDATION",
    message: expect.any(String),
    errors: { [field]: [expect.any(String)] },
  });
});

test("every wrong field is named at once, whatever found it", async () => {
  const reply = await footfall.track({
    name: "",
    u: "ftp://example.com/",
    referrer: 5,
    screen: "big",
    language: "?",
    props: "{",
    revenue: {},
  });

  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.errors).sort()).toEqual(
    ["domain", "language", "name", "props", "referrer", "revenue", "screen", "u"].sort(),
  );
});

test.each([
  ["nothing at all", ""],
  ["an empty object", "{}"],
])("%s lacks a website and an address", async (_what, body) => {
  const reply = await post(body, "application/json");

  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.errors).sort()).toEqual(["domain", "url"]);
});

test.each([
  ["{"],
  ["null"],
  ["[]"],
  ["5"],
  ['"text"'],
  ["undefined"],
  ["{'a':1}"],
  [`${"[".repeat(8_000)}`],
])("the body %.20s is refused as a whole", async (body) => {
  for (const type of ["application/json", "text/plain"]) {
    const reply = await post(body, type);
    expect([reply.status, Object.keys(reply.json.errors)]).toEqual([422, ["body"]]);
  }
});

test.each([
  ["an unknown domain", { domain: "unknown.example" }],
  ["a domain above", { domain: "com" }],
  ["a subdomain", { domain: "blog.example.com" }],
  ["no domain at all", { domain: "" }],
  ["text that is no domain", { domain: "not a domain" }],
  ["an unknown id", { website: 999_999 }],
  ["an id beyond all ids", { website: 99_999_999_999 }],
  ["an unknown id as text", { website: "999999" }],
  ["an unknown id beside a known domain", { website: 999_999, domain: "example.com" }],
])("%s is no website", async (_what, naming) => {
  const reply = await footfall.track({ url: good.url, ...naming });

  expect(reply.status).toBe(404);
  expect(reply.json).toEqual({
    status: 404,
    code: "WEBSITE_NOT_FOUND",
    message: expect.any(String),
  });
});

test("a form is not accepted, but JSON that curl calls a form is", async () => {
  const form = "application/x-www-form-urlencoded";
  const refused = await post("domain=example.com&url=https://example.com/", form);
  expect([refused.status, refused.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  expect((await post(`\n${JSON.stringify(good)}`, form)).status).toBe(202);
  const broken = await post('{"domain":', form);
  expect([broken.status, broken.json.errors]).toEqual([422, { body: ["is not valid JSON"] }]);
});

test("fields that Footfall does not know are ignored, whatever they are", async () => {
  const unknown = { $$: {}, h: 1, i: false, v: 36, m: null, constructor: "x", x: [{}, [1]] };
  expect((await footfall.track({ ...good, ...unknown })).status).toBe(202);
  const payload = { website: "example.com", url: "/", ...unknown, $: {}, title: 5, tag: [] };
  const body = { type: "event", payload, $: 5, cache: {} };
  const headers = { "user-agent": chrome };
  const sent = await footfall.request("/api/send", { body, key: false, headers });
  expect([sent.status, sent.json]).toEqual([202, {}]);
});

test.each([
  "multipart/form-data; boundary=x",
  "text/html",
  "text/json",
  "application/octet-stream",
  "application/jsonp",
])("%s is not accepted", async (type) => {
  const reply = await post(JSON.stringify(good), type);

  expect([reply.status, reply.json.code]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
});

describe("a body", () => {
  const sized = (bytes: number) => {
    const start = `${JSON.stringify(good).slice(0, -1)},"x":"`;
    return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
  };

  test.each(["application/json", "text/plain"])(
    "of 16 KiB is taken as %s, one byte more is not",
    async (type) => {
      const taken = await post(sized(16 * 1024), type);
      const refused = await post(sized(16 * 1024 + 1), type);

      expect(taken.status).toBe(202);
      expect([refused.status, refused.json.code]).toEqual([413, "BODY_TOO_LARGE"]);
    },
  );

  test("is measured in bytes, not in characters", async () => {
    const body = JSON.stringify({ ...good, x: "ü".repeat(8 * 1024) });

    expect(body.length).toBeLessThan(16 * 1024);
    expect((await post(body, "text/plain")).status).toBe(413);
  });
});

describe("CORS", () => {
  test("a preflight is answered for every origin", async () => {
    const reply = await footfall.request("/api/event", {
      method: "OPTIONS",
      key: false,
      headers: {
        origin: "https://example.com",
        "access-control-request-method": "POST",
        "access-control-request-headers": "content-type",
      },
    });

    expect([reply.status, reply.text]).toEqual([204, ""]);
    expect(reply.headers.get("access-control-allow-origin")).toBe("*");
    expect(reply.headers.get("access-control-allow-methods")).toContain("POST");
    expect(reply.headers.get("access-control-allow-headers")?.toLowerCase()).toContain(
      "content-type",
    );
    expect(reply.headers.has("access-control-allow-credentials")).toBe(false);
  });

  test.each([
    ["counted", 202, JSON.stringify(good), "text/plain"],
    ["dropped", 202, JSON.stringify({ ...good, url: "https://other.example/" }), "text/plain"],
    ["invalid", 422, "{", "text/plain"],
    ["of an unknown website", 404, JSON.stringify({ ...good, domain: "x.example" }), "text/plain"],
    ["too large", 413, "x".repeat(20_000), "text/plain"],
    ["of another type", 415, "x", "text/html"],
  ])(
    "the answer to an event that is %s may be read by any page",
    async (_what, status, body, type) => {
      const reply = await post(body, type);

      expect(reply.status).toBe(status);
      expect(reply.headers.get("access-control-allow-origin")).toBe("*");
      expect(reply.headers.has("access-control-allow-credentials")).toBe(false);
      expect(reply.headers.get("access-control-expose-headers")).toContain("x-event-dropped");
    },
  );
});

test("nothing that was refused is counted", async () => {
  const { id } = await footfall.store("refused.example");
  const url = "https://refused.example/";
  await footfall.track({ website: id, url, name: "" });
  await footfall.track({ website: id, url, props: "{" });
  await footfall.track({ website: id, url: "/a" });

  expect(await selectRows(footfall, `SELECT * FROM events WHERE website_id = ${id}`)).toEqual([]);
});
