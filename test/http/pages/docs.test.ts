import type { FastifyInstance } from "fastify";
import { beforeAll, expect, test } from "vitest";

import { startApp } from "../../helpers/app.ts";

let app: FastifyInstance;
beforeAll(async () => {
  ({ app } = await startApp({}));
});

const load = (url: string) => app.inject({ url, headers: { accept: "text/html" } });

test("the documentation is there for everybody, as plain pages", async () => {
  const { statusCode, headers, body } = await load("/docs/statistics");

  expect(statusCode).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "cache-control": "public, max-age=300",
    "content-security-policy": expect.stringMatching(/^default-src 'none'; style-src 'self'; /),
  });
  expect(body).not.toMatch(/<script|style=|<img/);
  expect((await load("/docs/style.css")).headers["content-type"]).toBe("text/css; charset=utf-8");
  const [, icon = ""] = /<link rel="icon" href="([^"]+)"/.exec(body) ?? [];
  expect((await load(`/docs/${icon}`)).headers["content-type"]).toBe("image/svg+xml");
});

test("an address without the last slash leads to the first page", async () => {
  const { statusCode, headers } = await load("/docs");
  expect([statusCode, headers.location]).toEqual([308, "docs/"]);
});

test.each(["/docs/nothing", "/docs/decisions", "/docs/..%2f..%2fpackage.json", "/docs/index.html"])(
  "nothing else is there: %s",
  async (url) => {
    expect((await load(url)).statusCode).toBe(404);
  },
);

test("every link leads to a page, and to a heading of it", async () => {
  const found = new Map<string, string>();
  const waiting = ["/docs/"];
  const links: string[] = [];
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (found.has(url)) continue;
    const { statusCode, body } = await load(url);
    expect([url, statusCode]).toEqual([url, 200]);
    found.set(url, body);
    for (const [, href = ""] of body.matchAll(/<a href="([^"]+)"/g)) {
      const link = new URL(href, `http://localhost${url}`);
      if (link.host !== "localhost" || !link.pathname.startsWith("/docs/")) continue;
      links.push(link.pathname + link.hash);
      waiting.push(link.pathname);
    }
  }

  expect(found.size).toBeGreaterThan(30);
  const lost = links.filter((link) => {
    const [path = "", id] = link.split("#");
    return id !== undefined && !found.get(path)?.includes(` id="${decodeURIComponent(id)}"`);
  });
  expect([...new Set(lost)]).toEqual([]);
});
