import { defineConfig } from "vitest/config";

import { SlowestFiles } from "./test/helpers/slowest-files.ts";

/**
 * The name of a file says what it needs: `*.store.test.ts` a store, `*.process.test.ts` the built
 * program, `*.browser.test.ts` a Chromium, without which they are skipped. `*.long.test.ts` take
 * longer, and run in the gate alone. `*.campaign.test.ts` depend on time, and run in no gate.
 */
const withStore = ["test/**/*.store.test.ts"];
const withServerLong = ["test/**/*.store.long.test.ts"];
/** Of these the embedded engine matters: it is stopped, restarted or killed, or its insert is what is tested. */
const withEngine = [
  "test/log/*.store.test.ts",
  "test/store/*.store.test.ts",
  "test/collect/restart.store.test.ts",
  "test/http/{events,log}.store.test.ts",
];
/** An engine for each file takes most of the time, so the others run against the one server that they share. */
const both = process.env["TEST_STORES"] === "both";
const server = { globalSetup: "test/helpers/clickhouse-server.ts" };
/** A campaign has the machine for itself. */
const alone = { maxWorkers: 1, testTimeout: 600_000 };

export default defineConfig({
  test: {
    // Most files wait for ClickHouse or a program most of the time.
    maxWorkers: 4,
    // Files share no state but imported modules, and loading those anew for each cost more than the tests.
    isolate: false,
    // Far above what any test needs: a busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: "test/helpers/explain-failure.ts",
    reporters: ["default", new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.{store,process,long,browser,campaign}.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "embedded",
          include: [
            ...(both ? withStore : withEngine),
            "test/**/*.process.test.ts",
            "test/**/*.browser.test.ts",
          ],
        },
      },
      {
        extends: true,
        test: { name: "server", include: withStore, exclude: both ? [] : withEngine, ...server },
      },
      {
        extends: true,
        test: {
          name: "long",
          include: ["test/**/*.long.test.ts"],
          exclude: withServerLong,
        },
      },
      {
        extends: true,
        test: { name: "long-server", include: withServerLong, ...server },
      },
      {
        extends: true,
        test: {
          name: "campaign",
          include: ["test/**/*.campaign.test.ts"],
          exclude: ["test/**/*.store.campaign.test.ts"],
          ...alone,
        },
      },
      {
        extends: true,
        test: {
          name: "campaign-server",
          include: ["test/**/*.store.campaign.test.ts"],
          ...alone,
          ...server,
        },
      },
    ],
  },
});
