import { gunzipSync } from "node:zlib";
import { fastify } from "fastify";
import { expect, test } from "vitest";
import { useCompression } from "../../../src/http/answers/compression.ts";
import { pluginTimeoutMs } from "../../../src/http/shell/server-limits.ts";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const gzip = { "accept-encoding": "gzip, deflate, br" };

/** Starts an application whose list of websites has this many, and returns how to ask for it. */
async function listOf(count: number) {
  const websites = Array.from({ length: count }, (_, i) => {
    return { id: i + 1, domain: `shop-${i}.example` };
  });
  const { app } = await startApp({ websites });
  return (headers: Readonly<Record<string, string>>, method: "GET" | "HEAD" = "GET") =>
    app.inject({
      method,
      url: "/api/v1/websites?limit=100",
      headers: { authorization: `Bearer ${apiKey}`, ...headers },
    });
}

test.each([10, 100])("a long JSON answer is compressed: %i websites", async (count) => {
  const list = await listOf(count);
  const plain = await list({});
  const compressed = await list(gzip);

  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(compressed.headers["content-encoding"]).toBe("gzip");
  expect(compressed.headers["content-type"]).toBe(plain.headers["content-type"]);
  expect(gunzipSync(compressed.rawPayload).toString()).toBe(plain.body);
  expect(Number(compressed.headers["content-length"])).toBe(compressed.rawPayload.length);
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3);
});

test.each([
  ["prefers answers as they are", { "accept-encoding": "gzip;q=0.1, identity" }, 10],
  ["does not take gzip", { "accept-encoding": "gzip;q=0" }, 10],
  ["gets a short answer", gzip, 1],
])("a client that %s gets it as it is", async (_name, headers, count) => {
  const list = await listOf(count);
  const { headers: answered, body } = await list(headers);
  expect(answered["content-encoding"]).toBeUndefined();
  expect(JSON.parse(body).data).toHaveLength(count);
});

test("a HEAD tells the length of the compressed answer", async () => {
  const list = await listOf(10);
  const [get, head] = [await list(gzip), await list(gzip, "HEAD")];
  expect(head.headers["content-length"]).toBe(get.headers["content-length"]);
  expect(head.headers["content-encoding"]).toBe("gzip");
  expect(head.body).toBe("");
});

test("an answer keeps its gzip until others of some MiB have come", async () => {
  const app = fastify({ pluginTimeout: pluginTimeoutMs });
  useCompression(app);
  const sent: unknown[] = [];
  app.addHook("onSend", async (_request, _reply, payload) => void sent.push(payload));
  app.get("/:nth", (request) => ({ data: JSON.stringify(request.params).padEnd(60_000, "x") }));
  const ask = (nth: number) => app.inject({ url: `/${nth}`, headers: gzip });
  await ask(0);
  await ask(0);
  expect(sent[1]).toBe(sent[0]);
  for (let nth = 1; nth <= 150; nth += 1) await ask(nth);
  await ask(0);
  expect(sent.at(-1)).toEqual(sent[0]);
  expect(sent.at(-1)).not.toBe(sent[0]);
  await app.close();
});
