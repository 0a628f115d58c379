import { defineConfig } from "vitest/config";

/**
 * `*.store.test.ts` need a store; `*.process.test.ts` start the built program; `*.browser.test.ts` drive a Chromium, and are skipped
 * where there is none. What takes long by nature is in `*.long.test.ts`, left to `npm run test:long`.
 */
const withStore = ["test/**/*.store.test.ts"];
/** These take long, and need a server. */
const withServerLong = ["test/**/*.store.long.test.ts"];
/** A server that is starved counts as away, or as blocked, and an import gives way to all else. So these run after all others, one at a time. */
const alone = [
  "test/cluster/cluster.long.test.ts",
  "test/import/killed.long.test.ts",
  "test/move/under-load.long.test.ts",
  "test/process/hostile.long.test.ts",
];
/** Of these the embedded engine matters: it is stopped, restarted or killed, or its insert is what is tested. */
const withEngine = [
  "test/log/*.store.test.ts",
  "test/store/*.store.test.ts",
  "test/collect/{restart,salts}.store.test.ts",
  "test/http/{events,intake,log,log-full,metrics,outage}.store.test.ts",
];
/** Tests that draw at random, or try every case: `npm run test:long` has more of them. */
const random = [
  "test/analysis/*.store.test.ts",
  "test/http/current-answers.store.test.ts",
  "test/stats/{filters,random}.store.test.ts",
];
/** An engine for each file takes most of the time, so the others run against the one server that they share. */
const both = process.env["TEST_STORES"] === "both";

export default defineConfig({
  test: {
    // Most files wait for ClickHouse or a program most of the time.
    maxWorkers: 4,
    // Files share no state but imported modules, and loading those anew for each cost more than the tests.
    isolate: false,
    // Far above what any test needs: a busy machine is slow, not wrong.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.{store,process,long,browser}.test.ts"],
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
        test: {
          name: "long",
          include: ["test/**/*.long.test.ts", ...random],
          exclude: [...withServerLong, ...alone],
          env: { RANDOM_ROUNDS: "4" },
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "long-alone",
          include: alone,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "long-server",
          include: withServerLong,
          env: { RANDOM_ROUNDS: "4" },
          testTimeout: 300_000,
          globalSetup: "test/helpers/clickhouse-server.ts",
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: withStore,
          exclude: both ? [] : withEngine,
          globalSetup: "test/helpers/clickhouse-server.ts",
        },
      },
    ],
  },
});
