import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";

import { AccessLogRefused, checkLog } from "../../../src/import/access-log/open-log.ts";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { combinedLine } from "./samples.ts";

async function check(lines: readonly string[]): Promise<unknown> {
  const path = join(await temporaryDirectory(), "access.log");
  await writeFile(path, `${lines.join("\n")}\n`);
  return checkLog(path, undefined, {}).catch((error: unknown) => error);
}

test("the format is looked for in the first lines that have 256 KiB together", async () => {
  const long = "[ ".repeat(30_000);
  const known = combinedLine;

  expect(await check([...Array<string>(4).fill(long), known])).toBeUndefined();
  expect(await check([...Array<string>(5).fill(long), known])).toBeInstanceOf(AccessLogRefused);
});
