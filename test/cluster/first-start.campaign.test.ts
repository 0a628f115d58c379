import { expect, onTestFinished, test } from "vitest";

import { apiKey } from "../chaos/target.ts";
import { until } from "../chaos/wait.ts";
import { Cluster } from "./cluster.ts";
import { ask } from "./faults.ts";

test.runIf(process.platform === "linux")(
  "a Footfall that starts for the first time without the first server uses it when it comes",
  async () => {
    const finished = new AbortController();
    const { signal } = finished;
    const settings = { engines: 2, areNamed: true, footfalls: 1, workers: 1, signal };
    const cluster = await Cluster.start(settings);
    onTestFinished(async () => {
      await cluster.end(false);
      finished.abort();
    });
    const [website] = await cluster.store([["example.com", 1]]);
    if (website === undefined) throw new Error("there is no website");
    await cluster.engines[0]?.kill();
    const added = await cluster.add("added");
    onTestFinished(() => added.end());
    await added.start();

    const statusOf = async (path: string) => {
      const headers = { authorization: `Bearer ${apiKey}` };
      return (await fetch(`${await added.url()}${path}`, { headers })).status;
    };
    expect(await ask(added, website)).toBe(503);
    // Nobody takes it for a Footfall without websites.
    expect([await statusOf("/api/v1/websites"), await statusOf("/health")]).toEqual([503, 503]);
    await cluster.engines[0]?.start();

    await until("an answer", async () => (await ask(added, website)) === 200, { signal });
    expect([await statusOf("/api/v1/websites"), await statusOf("/health")]).toEqual([200, 200]);
  },
);
