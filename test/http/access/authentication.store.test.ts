import { describe, expect, test } from "vitest";
import { apiKey, type Reply, type RequestOptions, startFootfall } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const websites = "/api/v1/websites";
const otherKey = "other-key-~!#=+/$-0123456789";
const footfall = openFootfall(() => startFootfall({ API_KEYS: `${apiKey},${otherKey}` }));

function expectUnauthorized(reply: Reply): void {
  expect(reply.status).toBe(401);
  expect(reply.headers.get("www-authenticate")).toBe("Bearer");
  expect(reply.json).toEqual({
    status: 401,
    code: "UNAUTHORIZED",
    message: "An API key is required: Authorization: Bearer KEY",
  });
}

describe("without a key", () => {
  const wrong: [string, RequestOptions][] = [
    ["no header", { key: false }],
    ["an empty header", { headers: { authorization: "" } }],
    ["no key", { headers: { authorization: "Bearer" } }],
    ["an empty key", { headers: { authorization: "Bearer " } }],
    ["another scheme", { headers: { authorization: `Basic ${btoa(`${apiKey}:`)}` } }],
    ["no scheme", { headers: { authorization: apiKey } }],
    ["another key", { key: "x".repeat(apiKey.length) }],
    ["a shorter key", { key: apiKey.slice(0, -1) }],
    ["a longer key", { key: `${apiKey}x` }],
    ["a key in another case", { key: apiKey.toUpperCase() }],
    ["both keys in one", { key: `${apiKey},${otherKey}` }],
  ];
  test.each(wrong)("%s is 401", async (_what, options) => {
    expectUnauthorized(await footfall.request(websites, options));
  });

  test.each<[string, string, RequestOptions]>([
    ["an unknown route", "/api/v1/nothing", {}],
    ["the prefix itself", "/api/v1", {}],
    ["the prefix with a slash", "/api/v1/", {}],
    ["the prefix with a query", "/api/v1?a=b", {}],
    ["an unknown website", `${websites}/999999`, {}],
    ["a broken address", `${websites}/%zz`, {}],
    ["a very long id", `${websites}/${"1".repeat(5_000)}`, {}],
    ["another method", websites, { method: "DELETE" }],
    ["OPTIONS", websites, { method: "OPTIONS" }],
    ["a wrong parameter", `${websites}?per_page=1`, {}],
    ["a content type", websites, { body: "a", headers: { "content-type": "text/css" } }],
    ["broken JSON", websites, { body: "{", headers: { "content-type": "application/json" } }],
    ["a large body", websites, { body: new URLSearchParams({ a: "x".repeat(70_000) }) }],
    ["an invalid website", websites, { body: {} }],
    ["statistics", "/api/v1/stats/1", {}],
    ["bulk events", `${websites}/1/events`, { body: [] }],
  ])("%s is 401 before anything else", async (_what, path, options) => {
    expectUnauthorized(await footfall.request(path, { ...options, key: false }));
  });

  test("HEAD is 401 without a body", async () => {
    const reply = await footfall.request(websites, { method: "HEAD", key: false });

    expect([reply.status, reply.text]).toEqual([401, ""]);
  });
});

test.each([
  `Bearer ${apiKey}`,
  `bearer ${apiKey}`,
  `BEARER ${apiKey}`,
  `Bearer   ${apiKey}`,
  `Bearer ${otherKey}`,
])("%s is let in", async (authorization) => {
  expect((await footfall.request(websites, { headers: { authorization } })).status).toBe(200);
});
