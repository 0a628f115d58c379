import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { packageFile } from "../../../src/base/package-file.ts";
import { readDocument } from "../../helpers/described-api.ts";

const redocly = packageFile("node_modules/.bin/redocly");
/** Without these it asks its maker for news. */
const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };

test("redocly finds no error, and nothing to warn of", async () => {
  const directory = await mkdtemp(join(tmpdir(), "footfall-lint-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  await writeFile(join(directory, "openapi.json"), JSON.stringify(await readDocument()));

  const { stdout } = await promisify(execFile)(
    redocly,
    ["lint", "openapi.json", "--extends=recommended", "--format=json"],
    { cwd: directory, env: { ...process.env, ...quiet } },
  ).catch((failed: { stdout: string }) => failed);

  expect(JSON.parse(stdout)).toMatchObject({ totals: { errors: 0, warnings: 0 }, problems: [] });
});
