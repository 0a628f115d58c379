import { beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const websites = "/api/v1/websites";
const footfall = openFootfall();
let id: number;
beforeAll(async () => {
  ({ id } = await footfall.store("problems.test"));
});

/** Expects the one shape that every error has. */
function expectProblem(reply: Reply, status: number, code: string): void {
  expect([reply.status, reply.json.code]).toEqual([status, code]);
  expect(reply.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(reply.json.status).toBe(status);
  expect(reply.json.message).toMatch(/^[A-Z]/);
  const names = ["status", "code", "message", ...(status === 422 ? ["errors"] : [])];
  expect(Object.keys(reply.json)).toEqual(names);
}

test.each<[string, string]>([
  ["GET", "/api/v1"],
  ["GET", "/api/v1/"],
  ["GET", "/api/v1/nothing"],
  ["GET", "/api/v1/stats"],
  ["POST", "/api/v1/nothing"],
  ["PUT", websites],
  ["PATCH", websites],
  ["DELETE", websites],
  ["OPTIONS", websites],
  ["POST", `${websites}/1`],
  ["GET", `${websites}/1/`],
  ["PUT", `${websites}/1/events`],
  ["GET", "/api/V1/websites"],
  ["GET", "/api/v1/Websites"],
  ["GET", "//api/v1/websites"],
  ["GET", "/nothing"],
  ["POST", "/health"],
  ["GET", "/api/event"],
  ["GET", "/%zz"],
  ["GET", `/${"a".repeat(9_000)}`],
  ["PROPFIND", "/api/v1/websites"],
])("%s %s is 404", async (method, path) => {
  expectProblem(await footfall.request(path, { method }), 404, "ROUTE_NOT_FOUND");
});

test.each(["/api/v1/nothing", "/nothing", "/health"])(
  "what a body says does not matter at %s, where nothing takes one",
  async (path) => {
    for (const type of ["application/json", "text/css", "application/x-www-form-urlencoded"]) {
      for (const body of ["{", "x".repeat(70_000)]) {
        const headers = { "content-type": type };
        expectProblem(await footfall.request(path, { body, headers }), 404, "ROUTE_NOT_FOUND");
      }
    }
  },
);

const noIds = [
  "0",
  "00",
  "01",
  "-1",
  "+1",
  "1.0",
  "1e0",
  "0x1",
  "1%20",
  "%201",
  "1%00",
  "abc",
  "null",
  "%EF%BC%91",
  "4294967296",
  "4294967297",
  "99999999999999999999",
  "1%2F2",
  "1;2",
  "*",
  "%25",
];

test.concurrent.each([...noIds, "4294967295", "%zz", "%ff", "1".repeat(101), "1".repeat(9_000)])(
  "/websites/%s is 404",
  async (text) => {
    for (const method of ["GET", "DELETE"]) {
      const reply = await footfall.request(`${websites}/${text}`, { method });
      expect([reply.status, reply.json.status]).toEqual([404, 404]);
    }
  },
);

test.concurrent.each(noIds)("%s names no website for any endpoint", async (text) => {
  const path = `${websites}/${text}`;
  for (const reply of [
    await footfall.request(path, { method: "PATCH", body: {} }),
    await footfall.request(path, { method: "PUT", body: new URLSearchParams("email=1") }),
    await footfall.request(`${path}/events`, { body: [] }),
    await footfall.request(`/api/v1/stats/${text}?name=page&from=2026-01-01&to=2026-01-02`),
  ]) {
    expectProblem(reply, 404, "WEBSITE_NOT_FOUND");
  }
});

test("an id may be percent-encoded, and HEAD answers as GET does", async () => {
  const encoded = [...String(id)].map((digit) => `%3${digit}`).join("");
  const get = await footfall.request(`${websites}/${encoded}`);
  const headOnly = await footfall.request(`${websites}/${id}`, { method: "HEAD" });

  expect([get.status, get.json.data.id]).toEqual([200, id]);
  expect([headOnly.status, headOnly.text]).toEqual([200, ""]);
  expect(headOnly.headers.get("content-length")).toBe(String(get.text.length));
});

describe("content types", () => {
  test.each([
    "application/json",
    "application/json; charset=utf-8",
    "Application/JSON;charset=UTF-8",
  ])("%s is JSON", async (type) => {
    const options = { method: "PATCH", body: '{"email":"1"}', headers: { "content-type": type } };

    expect((await footfall.request(`${websites}/${id}`, options)).status).toBe(200);
  });

  test.each([
    "application/x-www-form-urlencoded",
    "application/x-www-form-urlencoded; charset=UTF-8",
  ])("%s is a form", async (type) => {
    const options = { method: "PATCH", body: "email=1", headers: { "content-type": type } };

    expect((await footfall.request(`${websites}/${id}`, options)).status).toBe(200);
  });

  test.each([
    "text/plain",
    "text/html",
    "application/xml",
    "application/jsonp",
    "application/x-ndjson",
    "multipart/form-data; boundary=a",
    "json",
    "*/*",
  ])("%s is 415", async (type) => {
    for (const [method, path] of [
      ["POST", websites],
      ["PUT", `${websites}/${id}`],
      ["PATCH", `${websites}/${id}`],
    ] as const) {
      const options = { method, body: "domain=x.test", headers: { "content-type": type } };
      expectProblem(await footfall.request(path, options), 415, "UNSUPPORTED_MEDIA_TYPE");
    }
  });

  test.each(["application/json", "application/x-www-form-urlencoded", undefined])(
    "an empty body of type %s is a store without a domain",
    async (type) => {
      const headers = type === undefined ? {} : { "content-type": type };
      const reply = await footfall.request(websites, { method: "POST", headers });

      expectProblem(reply, 422, "VALIDATION");
      expect(reply.json.errors).toEqual({ domain: ["is required"] });
    },
  );

  test.each(["application/json", "application/x-www-form-urlencoded", undefined])(
    "a delete of type %s needs no body",
    async (type) => {
      const stored = await footfall.store(`delete-${type?.length ?? 0}.test`);
      const headers = type === undefined ? {} : { "content-type": type };
      const options = { method: "DELETE", headers };

      expect((await footfall.request(`${websites}/${stored.id}`, options)).status).toBe(200);
    },
  );
});

test.each([
  ["{", "is not valid JSON"],
  ["domain=a.test", "is not valid JSON"],
  ['{"domain":"a.test"}}', "is not valid JSON"],
  ["[]", "must be an object"],
  ['[{"domain":"a.test"}]', "must be an object"],
  ["null", "must not be null"],
  ["5", "must be an object"],
  ['"a.test"', "must be an object"],
  ["true", "must be an object"],
])("the JSON %s is refused as a body", async (body, sentence) => {
  const headers = { "content-type": "application/json" };
  for (const [method, path] of [
    ["POST", websites],
    ["PATCH", `${websites}/${id}`],
  ] as const) {
    const reply = await footfall.request(path, { method, body, headers });

    expectProblem(reply, 422, "VALIDATION");
    expect(reply.json.errors.body).toEqual([sentence]);
  }
});

test("the names of an object's own machinery are unknown fields like others", async () => {
  const body = '{"__proto__":{"email":1},"constructor":1,"toString":2,"hasOwnProperty":3}';
  const headers = { "content-type": "application/json" };
  const stored = await footfall.store("proto.test");
  const options = { method: "PATCH", body, headers };
  const reply = await footfall.request(`${websites}/${stored.id}`, options);

  expect([reply.status, reply.json.data]).toEqual([200, stored]);
});
