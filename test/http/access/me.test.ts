import { afterAll, expect, test } from "vitest";

import { startApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";
import { apiKey } from "../../helpers/footfall.ts";

afterAll(stopAll);

const authorization = `Bearer ${apiKey}`;

test("a caller learns its own address, behind a trusted proxy, too, and no cache stores it", async () => {
  const { app } = await startApp({ trustProxy: ["192.0.2.1"] });
  const ask = (headers: Record<string, string>) =>
    app.inject({
      url: "/api/v1/me",
      remoteAddress: "192.0.2.1",
      headers: { authorization, ...headers },
    });

  const direct = await ask({});
  const forwarded = await ask({ "x-forwarded-for": "198.51.100.9, 203.0.113.7" });

  expect([direct.json().data.ip, forwarded.json().data.ip]).toEqual(["192.0.2.1", "203.0.113.7"]);
  expect(direct.headers["cache-control"]).toBe("private, no-store");
});

test("nobody learns an address without a key", async () => {
  const { app } = await startApp({});

  const { statusCode, body } = await app.inject({ url: "/api/v1/me", remoteAddress: "192.0.2.1" });

  expect([statusCode, body]).toEqual([401, expect.not.stringContaining("192.0.2.1")]);
});
