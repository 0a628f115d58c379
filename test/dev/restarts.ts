import { execFile } from "node:child_process";
import { once } from "node:events";
import { join, relative, sep } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { ViteDevServer } from "vite";

import { SingleFlight } from "../../src/base/async/single-flight.ts";
import type { RestartedFootfall } from "./footfall.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
/** Editors and git change several files at once. */
const settleMs = 50;
const run = promisify(execFile);

/**
 * Builds and restarts the server when its sources change, and then reloads the open pages. Until
 * the build is done, the old server answers. No restart begins before `started` resolves. Resolves
 * after the signal, when no restart is under way.
 */
export async function restartOnChanges(
  vite: ViteDevServer,
  footfall: RestartedFootfall,
  started: Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const changed = new Set<string>();
  const hasStarted = started.then(
    () => true,
    () => false,
  );
  const restarts = new SingleFlight(async () => {
    if (!(await hasStarted)) return;
    while (changed.size > 0 && !signal.aborted) {
      await wait(settleMs);
      const files = [...changed];
      changed.clear();
      process.stdout.write(`${files.join(", ")} changed: building and restarting\n`);
      if (!(await build(files)) || signal.aborted) continue;
      // The server reads the document when it is first asked for it.
      const [answers] = await Promise.all([footfall.restart(), npm("build:openapi")]);
      if (answers) vite.ws.send({ type: "full-reload" });
      else if (!signal.aborted) process.stdout.write("Footfall ended, until the next change.\n");
    }
  });
  vite.watcher.add(["src", "schema"].map((folder) => join(root, folder)));
  vite.watcher.on("all", (_event, file) => {
    const path = relative(root, file).split(sep).join("/");
    if (!/^(?:src\/(?!dashboard\/)|schema\/).*\.(?:[jt]s|sql)$/.test(path)) return;
    changed.add(path);
    void restarts.run();
  });
  await started;
  if (!signal.aborted) await once(signal, "abort");
  await restarts.stop();
}

/** Makes `dist/` of the sources. */
async function build(files: readonly string[]): Promise<boolean> {
  const isOfTracker = (file: string) => file.startsWith("src/tracker/");
  const tracker = files.some(isOfTracker) ? npm("build:tracker") : true;
  const server = npm("build:server");
  return (await Promise.all([tracker, server])).every((isBuilt) => isBuilt);
}

/** Runs a script of package.json. Resolves with whether it did its work, and prints why not. */
async function npm(script: string): Promise<boolean> {
  try {
    await run("npm", ["run", "--silent", script], { cwd: root });
    return true;
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    process.stdout.write(`${stdout}${stderr}`);
    return false;
  }
}
