import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { startServer } from "../helpers/program.ts";

test("the start warns of TRUST_PROXY=true, in one line", async () => {
  const DATA_DIR = await temporaryDirectory();
  const program = await startServer({
    DATA_DIR,
    TRUST_PROXY: "true",
    WORKERS: "2",
    LOG_LEVEL: "warn",
  });
  program.process.kill("SIGTERM");
  expect(await program.exited).toBe(0);

  expect(program.stdout().match(/TRUST_PROXY=true trusts everybody/g)).toHaveLength(1);
});
