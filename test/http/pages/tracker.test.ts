import { runInNewContext } from "node:vm";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";

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

const faces = [
  "/js/plausible.js",
  "/js/index.js",
  "/js/script.outbound-links.js",
  "/js/script.file-downloads.hash.local.manual.outbound-links.pageview-props.revenue.tagged-events.js",
  "/js/plausible.hash.js",
  "/js/pa-Zk3_x-9.js",
  "/js/pa-example.com.js",
  "/script.js",
  "/umami.js",
  "/js/plausible.js?v=2",
];

test.each(faces)("packages find one with the face of another product at %s", async (url) => {
  const { app } = await startApp({});
  const ours = await app.inject(path);
  const reply = await app.inject({
    url,
    headers: { "accept-encoding": "gzip", accept: "text/html" },
  });

  const { etag, "content-length": _, date: __, ...headers } = reply.headers;
  expect(headers).toMatchObject({
    "content-type": ours.headers["content-type"],
    "content-encoding": "gzip",
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
    "cache-control": ours.headers["cache-control"],
    vary: "accept-encoding",
  });
  expect(reply.statusCode).toBe(200);
  expect(reply.rawPayload.length).toBeLessThan(2_000);
  const plain = await app.inject({ url });
  expect(gunzipSync(reply.rawPayload).toString()).toBe(plain.body);
  expect(etag).not.toBe(ours.headers["etag"]);
  const again = await app.inject({ url, headers: { "if-none-match": String(etag) } });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test("Plausible's face has the options that its name stands for", async () => {
  const { app } = await startApp({});
  const options = {
    "script.hash.revenue.js": '{"hashBasedRouting":true}',
    "plausible.js": "{}",
    "pa-example.com.js": '{"website":"pa-example.com"}',
  };
  const tags = new Set();
  for (const [name, text] of Object.entries(options)) {
    const { body, headers } = await app.inject(`/js/${name}`);
    expect(body).toContain(`...${text}`);
    tags.add(headers["etag"]);
  }
  expect(tags.size).toBe(3);
});

test.each(["/js/other.js", "/js/script..js", "/js/pa-.js", "/js/xindex.js"])(
  "%s is no tracker",
  async (url) => {
    const { app } = await startApp({});

    expect((await app.inject(url)).body).toMatch(/^console\.warn\(.*\);\n/);
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

test.each(["/js/scrpt.js", "/js/old/tracker.js", "/js/script.outbond-links.js"])(
  "%s, which is none, is a script that says so on the console",
  async (url) => {
    const { app } = await startApp({});
    const reply = await app.inject(url);

    expect([reply.statusCode, reply.headers["cache-control"]]).toEqual([200, "no-store"]);
    const warn = vi.fn();
    const page = { console: { warn }, document: {}, location: {} };
    const [warning = ""] = reply.body.split("\n");
    runInNewContext(warning, page);
    expect(warn.mock.calls).toEqual([[expect.stringContaining(`no script ${url}: `)]]);
  },
);

test("a name with a wrong word has the tracker as well, and the words that are right", async () => {
  const { app } = await startApp({});
  const wrong = await app.inject("/js/script.hash.outbond-links.js");
  const right = await app.inject("/js/script.hash.js");

  expect(wrong.body.split("\n").slice(1).join("\n")).toBe(right.body);
});

test("the path of a wrong script can end no text of the script that names it", async () => {
  const { app } = await startApp({});
  const { body } = await app.inject(`/js/${encodeURIComponent('");alert(1);//')}.js`);

  expect(body.split("\n")).toHaveLength(2);
  expect(body).toContain('\\");alert(1);//');
});

test.each(["/js/map.css", "/js/script.js.map", "/js/"])("%s is not found", async (url) => {
  const { app } = await startApp({});

  expect((await app.inject(url)).statusCode).toBe(404);
});
