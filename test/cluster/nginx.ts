import { execFileSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { freePort } from "../../src/base/net/free-port.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { proxyPath, runProxy, testBehind } from "../proxies/run-proxy.ts";

/** Declares a test that needs nginx. The test is skipped where there is none. */
export const nginxTest = testBehind("nginx");

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
  const nginx = proxyPath("nginx");
  execFileSync(nginx, ["-t", "-q", ...args]);
  await runProxy([nginx, ...args], port);
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
