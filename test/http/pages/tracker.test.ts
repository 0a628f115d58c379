import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";

import { startApp } from "../../helpers/app.ts";

const path = "/js/script.js";

async function load(headers: Readonly<Record<string, string>> = {}) {
  const { app } = await startApp({});
  return app.inject({ url: path, headers });
}

test("any page may load the tracker, without a key", async () => {
  const reply = await load();

  expect(reply.statusCode).toBe(200);
  expect(reply.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": "public, max-age=3600, stale-while-revalidate=86400",
    vary: "accept-encoding",
  });
  expect(reply.headers).not.toHaveProperty("set-cookie");
  expect(reply.body).toContain("/api/event");
});

test.each([
  "/js/plausible.js",
  "/js/index.js",
  "/js/script.outbound-links.js",
  "/js/script.file-downloads.hash.outbound-links.js",
  "/js/plausible.hash.js",
  "/js/pa-Zk3_x-9.js",
  "/js/pa-example.com.js",
  "/script.js",
  "/js/plausible.js?v=2",
])("packages find it at %s", async (url) => {
  const { app } = await startApp({});
  const reply = await app.inject({ url });

  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([
    ...[200, "text/javascript; charset=utf-8"],
  ]);
  expect(reply.body).toBe((await app.inject(path)).body);
  const tag = String(reply.headers["etag"]);
  const again = await app.inject({ url, headers: { "if-none-match": tag } });
  expect(again.statusCode).toBe(304);
});

test.each(["/js/other.js", "/js/script.js.map", "/js/script..js", "/js/pa-.js", "/js/xindex.js"])(
  "%s is no script",
  async (url) => {
    const { app } = await startApp({});

    expect((await app.inject(url)).statusCode).toBe(404);
  },
);

test("it takes at most 1,000 bytes on the way, and no request but its own", async () => {
  const reply = await load({ "accept-encoding": "gzip, deflate, br, zstd" });

  expect(reply.headers["content-encoding"]).toBe("gzip");
  expect(reply.rawPayload.length).toBeLessThanOrEqual(1_000);
  const plain = (await load()).rawPayload;
  expect(gunzipSync(reply.rawPayload)).toEqual(plain);
  expect(gzipSync(plain, { level: 9 }).length).toBeLessThanOrEqual(1_000);
  expect(plain.toString()).not.toMatch(/import\(|import |cookie/);
});

test.each([
  ["no header", {}, undefined],
  ["gzip", { "accept-encoding": "gzip" }, "gzip"],
  ["everything", { "accept-encoding": "*" }, "gzip"],
  ["anything but gzip", { "accept-encoding": "br, gzip;q=0" }, undefined],
])("whoever accepts %s gets what can be read", async (_what, headers, encoding) => {
  const reply = await load(headers as Record<string, string>);

  expect(reply.headers["content-encoding"]).toBe(encoding);
});

test("a client with the current script gets 304, in whatever encoding it came", async () => {
  const first = await load({ "accept-encoding": "gzip" });
  const tag = String(first.headers["etag"]);
  const again = await load({ "if-none-match": tag });

  expect([again.statusCode, again.body]).toEqual([304, ""]);
  expect(again.headers).toMatchObject({
    etag: tag,
    "cache-control": first.headers["cache-control"],
    "access-control-allow-origin": "*",
  });
  expect((await load({ "if-none-match": 'W/"another"' })).statusCode).toBe(200);
});
