import { expect, inject } from "vitest";

/**
 * Returns the URL of the ClickHouse server that tests share, if the test file that runs uses it,
 * and otherwise undefined. `TEST_STORE` decides for all (`npm run test:both`); otherwise the file's
 * name does.
 */
export function testServer(): string | undefined {
  const { TEST_STORE } = process.env;
  const isNamed = () => expect.getState().testPath?.includes(".store.") ?? false;
  const usesServer = TEST_STORE === undefined ? isNamed() : TEST_STORE === "server";
  return usesServer ? inject("clickHouseUrl") : undefined;
}
