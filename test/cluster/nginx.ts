import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { test } from "vitest";

import { freePort } from "../../src/base/net/free-port.ts";
import { cleanUp, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";

const usualPaths = [
  "/usr/sbin/nginx",
  "/usr/local/sbin/nginx",
  "/usr/local/bin/nginx",
  "/opt/homebrew/bin/nginx",
];

/** The nginx of this machine: `NGINX`, or the first of the usual paths that exists. */
const nginxPath = process.env["NGINX"] || usualPaths.find((path) => existsSync(path));

if (nginxPath === undefined) {
  process.stderr.write("no nginx here: tests behind nginx are skipped (NGINX names one)\n");
}

/** Declares a test that needs nginx. The test is skipped where there is none. */
export const nginxTest = test.skipIf(nginxPath === undefined);

export interface NginxOptions {
  /** The ports of the Footfalls on this machine. */
  readonly ports: readonly number[];
  /** Changes the text of the configuration, for instance a timeout that is too long for a test. */
  readonly change?: (text: string) => string;
}

/**
 * Starts nginx with docker/nginx.conf in front of the ports, and resolves with its address. It ends
 * when the test ends, or its process.
 */
export async function startNginx({
  ports,
  change = (text) => text,
}: NginxOptions): Promise<string> {
  const port = await freePort("127.0.0.1");
  const text = await readFile(new URL("../../docker/nginx.conf", import.meta.url), "utf8");
  return runNginx(change(fillIn(text, port, ports)), port);
}

/** Starts nginx with servers that listen at the port, and resolves with its address. */
export async function runNginx(servers: string, port: number): Promise<string> {
  const directory = await temporaryDirectory();
  await mkdir(join(directory, "tmp"));
  await writeFile(join(directory, "footfall.conf"), servers);
  await writeFile(join(directory, "nginx.conf"), mainConfig(directory));
  const args = ["-p", directory, "-c", join(directory, "nginx.conf")];
  execFileSync(nginxPath ?? "nginx", ["-t", "-q", ...args]);
  // The shell ends nginx when its standard input ends, so also when the tests are killed.
  const script = '"$0" "$@" & nginx=$!; cat > /dev/null; kill "$nginx"; wait "$nginx"';
  const shell = spawn("sh", ["-c", script, nginxPath ?? "nginx", ...args], {
    stdio: ["pipe", "ignore", "ignore"],
  });
  const exited = once(shell, "close");
  cleanUp(async () => {
    shell.stdin?.end();
    await exited;
  });
  await eventually(() => listening(port));
  return `http://127.0.0.1:${port}`;
}

/** Returns the configuration with other addresses. Throws if it has none to replace. */
function fillIn(text: string, port: number, ports: readonly number[]): string {
  const filled = text
    .replace(/^( *)listen 8080;$/m, `$1listen 127.0.0.1:${port};`)
    .replaceAll(
      /^( *)server footfall-1:8080(.*);\n *server footfall-2:8080.*;$/gm,
      (_, ...found) => {
        const [indent, parameters] = found as string[];
        return ports.map((to) => `${indent}server 127.0.0.1:${to}${parameters};`).join("\n");
      },
    );
  if (/^(?! *#).*\b(footfall-\d|8080)/m.test(filled)) throw new Error(`not filled in: ${filled}`);
  return filled;
}

function mainConfig(directory: string): string {
  const paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
    (name) => `${name}_temp_path ${directory}/tmp/${name};`,
  );
  // As root, nginx would take another user, who may not enter the directory.
  const user = process.getuid?.() === 0 ? "user root;" : "";
  return `${user}
daemon off;
worker_processes 2;
pid ${directory}/nginx.pid;
error_log ${directory}/error.log;
events {}
http {
  ${paths.join("\n  ")}
  include ${directory}/footfall.conf;
}
`;
}

async function listening(port: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
  } finally {
    socket.destroy();
  }
}
