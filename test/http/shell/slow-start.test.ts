import { afterAll, expect, test } from "vitest";

import { startApp } from "../../helpers/app.ts";
import { stopAll } from "../../helpers/clean-up.ts";

afterAll(stopAll);

test("a start on a slow machine gets more than the ten seconds that Fastify gives each part", async () => {
  const { app } = await startApp({});
  expect(app.initialConfig.pluginTimeout).toBe(300_000);
});
