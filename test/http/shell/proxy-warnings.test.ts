import { expect, test } from "vitest";

import { type Fakes, startApp } from "../../helpers/app.ts";

const peer = "192.0.2.1";
const forwarded = { "x-forwarded-for": "198.51.100.7" };
const sound = { ...forwarded, "x-forwarded-proto": "https" };

/** Resolves with the warnings that these requests cause. */
async function warningsOf(
  trustProxy: NonNullable<Fakes["trustProxy"]>,
  requests: readonly Readonly<Record<string, string>>[],
): Promise<string[]> {
  const lines: string[] = [];
  const warn = (...line: unknown[]) => lines.push(line.join(" "));
  const { app } = await startApp({ trustProxy, warn });
  lines.length = 0;
  for (const headers of requests) {
    await app.inject({ url: "/health", headers, remoteAddress: peer });
  }
  return lines;
}

test.each([
  ["named", [peer]],
  ["in a range that is named", ["192.0.2.0/24"]],
  ["any", true],
] as const)(
  "a proxy that is %s and says nothing of https is warned of once",
  async (_what, trust) => {
    const lines = await warningsOf(trust, [sound, forwarded, forwarded, sound]);

    expect(lines).toEqual([expect.stringContaining("Let it send X-Forwarded-Proto")]);
  },
);

test.each([
  ["nobody", []],
  ["another peer", ["203.0.113.1"]],
] as const)(
  "where %s is trusted, a peer that looks like a proxy is warned of once",
  async (_what, trust) => {
    const lines = await warningsOf(trust, [{}, forwarded, sound, forwarded]);

    expect(lines).toEqual([expect.stringContaining("set TRUST_PROXY to the proxy's address")]);
    expect(lines.join()).not.toMatch(/198\.51|192\.0/);
  },
);

test("a sound proxy and visitors without one are not warned of", async () => {
  expect(await warningsOf([peer], [sound, {}, sound])).toEqual([]);
  expect(await warningsOf([], [{}, { "x-forwarded-proto": "https" }])).toEqual([]);
});
