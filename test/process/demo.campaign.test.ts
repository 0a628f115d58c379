import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { authorization, startProgram, startServer } from "../helpers/program.ts";

interface Website {
  readonly id: number;
}
interface Summary {
  readonly visitors: number;
  readonly views_per_visit: number;
  readonly bounce_rate: number;
}

async function ask<T>(url: string): Promise<T> {
  const reply = await fetch(url, { headers: authorization });
  expect(reply.status).toBe(200);
  return ((await reply.json()) as { data: T }).data;
}

test("the demo has websites with 90 days of traffic, says that it is made up, and leaves nothing behind", async () => {
  const directory = await temporaryDirectory();
  const DATA_DIR = join(directory, "data");
  // Neither the directory nor the server of a user's own Footfall is touched.
  const CLICKHOUSE_URL = "http://127.0.0.1:1/footfall";
  const demo = await startServer({ DATA_DIR, CLICKHOUSE_URL, TMPDIR: directory }, ["demo"]);
  expect(demo.stdout()).toMatch(/^API key to sign in with: \S{16,}$/m);
  expect(demo.stdout()).toContain("All data is made up");
  expect(await (await fetch(demo.url)).text()).toContain(
    '<html lang="en" data-view="sign-in" data-demo>',
  );

  const day = (daysAgo: number) =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
  const websites = await ask<Website[]>(`${demo.url}/api/v1/websites`);
  expect(websites).toHaveLength(3);
  for (const { id } of websites) {
    const path = `${demo.url}/api/v1/websites/${id}/summary?from=${day(91)}&to=${day(0)}`;
    const { visitors, views_per_visit, bounce_rate } = await ask<Summary>(path);
    expect(visitors).toBeGreaterThan(4_000);
    expect(views_per_visit).toBeGreaterThan(2);
    expect(views_per_visit).toBeLessThan(4);
    expect(bounce_rate).toBeGreaterThan(0.3);
    expect(bounce_rate).toBeLessThan(0.6);
  }

  const report = (path: string) =>
    `${demo.url}/api/v1/websites/1/${path}?from=${day(91)}&to=${day(0)}`;
  const goals = await ask<{ visitors: number }[]>(report("goals/stats"));
  expect(goals).toHaveLength(4);
  for (const { visitors } of goals) expect(visitors).toBeGreaterThan(0);
  const { entered, completed } = await ask<{ entered: number; completed: number }>(
    report("funnels/1/stats"),
  );
  expect(completed).toBeGreaterThan(0);
  expect(entered).toBeGreaterThan(2 * completed);

  demo.process.kill("SIGINT");
  expect(await demo.exited).toBe(0);
  expect(await readdir(directory)).toEqual([]);
});

test("a demo that is ended before it is ready leaves nothing behind either", async () => {
  const directory = await temporaryDirectory();
  const demo = startProgram(["demo"], { TMPDIR: directory });
  await new Promise((resolve) => demo.process.stdout.once("data", resolve));

  demo.process.kill("SIGTERM");

  expect(await demo.exited).toBe(0);
  expect(demo.stdout()).not.toContain("listening");
  expect(await readdir(directory)).toEqual([]);
});
