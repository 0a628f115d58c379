import { defineConfig } from "vitest/config";

import { compileLanguages } from "./package/languages/build.ts";
import { SlowestFiles } from "./test/helpers/slowest-files.ts";

// Tests read the texts that the files in languages/ have now.
await compileLanguages();

/** Each project that runs has a server. Beside the projects it would start another one. */
const globalSetup = "test/helpers/clickhouse-server.ts";

/**
 * The name of a file says what it needs: `*.store.test.ts` the ClickHouse server that all such
 * files share, as an engine for each would take most of the time; `*.engine.test.ts` the embedded
 * engine, which is stopped, restarted or killed, or whose insert is what is tested;
 * `*.process.test.ts` the built program; `*.browser.test.ts` a Chromium, without which they are
 * skipped. `*.long.test.ts` take longer: `npm test` leaves them out, and the gate runs both.
 * `*.campaign.test.ts` run in no gate.
 */
export default defineConfig({
  test: {
    // Most files wait for ClickHouse or a program most of the time.
    maxWorkers: 4,
    // Files share no state but imported modules, and loading those anew for each cost more than the tests.
    isolate: false,
    // A second run does not transform the same modules again.
    experimental: { fsModuleCache: true },
    // Far above what any test needs: a busy machine is slow, not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    setupFiles: ["test/helpers/explain-failure.ts", "test/helpers/quick-work.ts"],
    reporters: ["default", new SlowestFiles()],
    projects: [
      {
        extends: true,
        test: {
          name: "test",
          globalSetup,
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.{long,campaign}.test.ts"],
        },
      },
      { extends: true, test: { name: "long", globalSetup, include: ["test/**/*.long.test.ts"] } },
      {
        extends: true,
        test: {
          name: "gate",
          globalSetup,
          include: ["test/**/*.test.ts"],
          exclude: ["**/*.campaign.test.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "campaign",
          globalSetup,
          include: ["test/**/*.campaign.test.ts"],
          // A campaign has the machine for itself.
          maxWorkers: 1,
          testTimeout: 600_000,
        },
      },
    ],
  },
});
