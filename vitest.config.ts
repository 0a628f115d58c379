import { defineConfig } from "vitest/config";

/** `*.store.test.ts` need a store and run against both kinds of it; `*.process.test.ts` start the built program. */
const withStore = ["test/**/*.store.test.ts"];

export default defineConfig({
  test: {
    // Most files wait for ClickHouse or a program most of the time.
    maxWorkers: 4,
    // Files share no state but imported modules, and loading those anew for each cost more than the tests.
    isolate: false,
    // Far above what any test needs: a busy machine is slow, not wrong.
    testTimeout: 90_000,
    hookTimeout: 90_000,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.{store,process}.test.ts"],
        },
      },
      {
        extends: true,
        test: { name: "embedded", include: [...withStore, "test/**/*.process.test.ts"] },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: withStore,
          globalSetup: "test/helpers/clickhouse-server.ts",
        },
      },
    ],
  },
});
