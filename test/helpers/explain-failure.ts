import { relative } from "node:path";
import { afterEach } from "vitest";

import { readServerLogs } from "./server-logs.ts";

/** Runs before each test file: a test that fails says how to run it again, and shows its logs. */
afterEach(({ task }) => {
  if (task.result?.state !== "fail") return;
  const file = relative(process.cwd(), task.file.filepath);
  const random = process.env["RANDOM_ROUNDS"];
  const again = [
    ...(random === undefined ? [] : [`RANDOM_ROUNDS=${random}`]),
    `npx vitest run --project ${task.file.projectName} ${file} -t "${task.name}"`,
  ];
  process.stderr.write(
    `\nFAILED ${file} > ${task.name}\nagain: ${again.join(" ")}\n${readServerLogs()}`,
  );
});
