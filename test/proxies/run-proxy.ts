import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect } from "node:net";
import { test } from "vitest";

import { cleanUp } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";

const folders = ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/bin"];

/**
 * Returns the proxy of this machine: the variable of the environment that has its name in capital
 * letters, or the first of the usual paths that exists.
 */
function findProxy(name: string): string | undefined {
  const usual = folders.map((folder) => `${folder}/${name}`).find((path) => existsSync(path));
  return process.env[name.toUpperCase()] || usual;
}

/** Returns the path of a proxy. Throws if it is not on this machine. */
export function proxyPath(name: string): string {
  const path = findProxy(name);
  if (path === undefined) throw new Error(`there is no ${name} on this machine`);
  return path;
}

/** Returns a function that declares tests behind a proxy, which are skipped where there is none. */
export function testBehind(name: string) {
  const isAbsent = findProxy(name) === undefined;
  if (isAbsent) {
    const variable = name.toUpperCase();
    process.stderr.write(`no ${name} here: tests behind it are skipped (${variable} names one)\n`);
  }
  return test.skipIf(isAbsent);
}

/** Starts a proxy that listens at the port, and ends it when the test ends, or its process. */
export async function runProxy(
  command: readonly string[],
  port: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  // The shell ends the proxy when its standard input ends, so also when the tests are killed.
  const script = '"$0" "$@" & proxy=$!; cat > /dev/null; kill "$proxy"; wait "$proxy"';
  const shell = spawn("sh", ["-c", script, ...command], {
    stdio: ["pipe", "ignore", "ignore"],
    env,
  });
  const exited = once(shell, "close");
  cleanUp(async () => {
    shell.stdin?.end();
    await exited;
  });
  await eventually(() => listening(port));
}

async function listening(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
