import { execFile } from "node:child_process";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { pages, startServer, storeWebsite, track } from "../helpers/program.ts";

const main = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const run = promisify(execFile);

afterAll(stopAll);

/** Resolves with a program that runs Footfall on a release of Node, which npm has. */
async function footfallOn(release: string): Promise<string> {
  const directory = await temporaryDirectory();
  const name = `node-linux-${process.arch}@${release}`;
  const { stdout } = await run("npm", ["pack", "--silent", name], { cwd: directory });
  await run("tar", ["xzf", stdout.trim()], { cwd: directory });
  const file = join(directory, "footfall");
  const node = join(directory, "package", "bin", "node");
  await writeFile(file, `#!/bin/sh\nexec ${node} --v8-pool-size=1 ${main} "$@"\n`);
  await chmod(file, 0o755);
  return file;
}

test.each(["22", "24", "26"])(
  "on Node %s an event is collected, stored and counted, and the stop is clean",
  async (release) => {
    const DATA_DIR = await temporaryDirectory();
    const server = await startServer({ DATA_DIR, WORKERS: "2" }, [], await footfallOn(release));
    const id = await storeWebsite(server.url, "example.com");

    expect((await track(server.url, "example.com", "/a")).status).toBe(202);
    await eventually(async () =>
      expect(await pages(server.url, id)).toMatchObject([{ value: "/a", count: 1 }]),
    );
    server.process.kill("SIGTERM");
    expect([await server.exited, server.stderr()]).toEqual([0, ""]);
  },
  120_000,
);
