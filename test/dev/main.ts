/**
 * `npm run dev`: Footfall as built, restarted when its sources change, behind Vite's dev server,
 * which has the dashboard's sources. CONTRIBUTING.md says how to use it.
 */
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createServer, type ViteDevServer } from "vite";

import { freePort } from "../../src/base/net/free-port.ts";
import { runDemo } from "./demo.ts";
import { RestartedFootfall } from "./footfall.ts";
import { footfallProxy } from "./proxy.ts";
import { restartOnChanges } from "./restarts.ts";

const dashboard = fileURLToPath(new URL("../../src/dashboard/", import.meta.url));
const stopping = new AbortController();
const { signal } = stopping;
// A second signal must not cut off the stop: npm passes on the one that the terminal sends to all.
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => stopping.abort());

const args = process.argv.slice(2);
if (args.some((arg) => arg !== "--demo")) fail("usage: npm run dev [-- --demo]");
else if (args.length === 0) await develop({});
else await developDemo();
process.exit();

/** Develops on a temporary directory, which it deletes. Real data and mail stay out of a demo. */
async function developDemo(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-dev-"));
  const API_KEYS = process.env["API_KEYS"] || randomBytes(24).toString("base64url");
  const [key = ""] = API_KEYS.split(",");
  const own = { DATA_DIR: directory, API_KEYS, CLICKHOUSE_URL: "", SMTP_URL: "" };
  try {
    await develop(own, (url) => runDemo(url, key.trim(), signal));
  } finally {
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Serves until the signal. The demo begins when Footfall answers. */
async function develop(
  own: NodeJS.ProcessEnv,
  demo: (url: string) => Promise<void> = async () => {},
): Promise<void> {
  const host = process.env["HOST"] || "127.0.0.1";
  const port = Number(process.env["PORT"] || 8080) || (await freePort(host));
  const shownUrl = `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
  // One worker starts fastest.
  const env = { WORKERS: "1", ...process.env, ...own };
  const footfall = new RestartedFootfall({ port: await freePort("127.0.0.1"), env, shownUrl });
  let vite: ViteDevServer | undefined;
  try {
    vite = await createServer({
      configFile: join(dashboard, "vite.config.ts"),
      root: dashboard,
      appType: "custom",
      clearScreen: false,
      // Footfall answers to other origins itself.
      server: { host, port, strictPort: true, cors: false },
      plugins: [footfallProxy(footfall)],
    });
    await vite.listen();
    const started = footfall.restart().then(async (answers) => {
      if (signal.aborted) return;
      if (!answers) throw new Error("Footfall did not start");
      await demo(shownUrl);
    });
    await restartOnChanges(vite, footfall, started, signal);
  } catch (error) {
    fail(error instanceof Error ? error.message : String(error));
  } finally {
    await vite?.close();
    await footfall.stop();
  }
}

function fail(message: string): void {
  process.stderr.write(`npm run dev: ${message}\n`);
  process.exitCode = 1;
}
