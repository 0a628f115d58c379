import { expect, test } from "vitest";

import { startApp } from "../../helpers/app.ts";

const body = JSON.stringify({ domain: "example.com", url: "https://example.com/" });

test("requests that fail by a fault of ours are a line a second in the log", async () => {
  const lines: string[] = [];
  const { url } = await startApp({
    collect: () => Promise.reject(new Error("a fault")),
    error: (_where, text) => lines.push(text),
  });
  const post = async () => (await fetch(`${url}/api/event`, { method: "POST", body })).status;
  while (lines.length === 0) await post();
  const beganMs = performance.now();
  const statuses = await Promise.all(Array.from({ length: 200 }, post));
  const seconds = (performance.now() - beganMs) / 1000;

  expect(new Set(statuses)).toEqual(new Set([500]));
  expect(lines.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
});
