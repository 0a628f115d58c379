import type { FastifyBaseLogger as Logger } from "fastify";
import { renderUnicodeCompact } from "uqr";
import { stopSignal } from "../base/async/stop-signal.ts";
import type { Config } from "../base/config.ts";
import { StartRefused } from "../base/errors.ts";
import { serveWithWorkers } from "../server/cluster/serve-with-workers.ts";
import { stopTimes } from "../server/parts/stop-times.ts";
import { type Footfall, serve } from "../server/serve.ts";

export const usage = "usage: footfall [serve] (settings are environment variables)";

const trustsEverybody =
  "TRUST_PROXY=true trusts everybody who can connect, and takes the last address of X-Forwarded-For. Name the addresses of your proxies instead: docs/proxies.md";

/** Runs `footfall`: serves until a signal ends it. */
export async function serveUntilStopped(
  config: Config,
  args: readonly string[],
  logger: Logger,
): Promise<number> {
  if (args.length > 0) throw new StartRefused(usage);
  if (config.TRUST_PROXY === true) logger.warn(trustsEverybody);
  const signal = stopSignal();
  const start = config.WORKERS === 1 ? serve : serveWithWorkers;
  const footfall = await start(config, logger);
  showApiKey(config, footfall);
  showStart(config, footfall);
  process.stdout.write(`Footfall listening on ${footfall.url}\n`);
  footfall.imports.prepare();
  logger.info({ reason: await signal }, "stopping");
  setTimeout(() => {
    logger.error("the stop took too long; open connections and jobs are cut off");
    process.exit(1);
  }, stopTimes(config).allMs).unref();
  await footfall.stop();
  return 0;
}

/**
 * Says where an API key is that the operator did not choose, and shows it when it is new or in no
 * file. Without a terminal, standard output is a log that others can read, so the key stays out of
 * it.
 */
function showApiKey(config: Config, { keys, generatedApiKey }: Footfall): void {
  if (config.API_KEYS.length > 0) return;
  const { isTTY } = process.stdout;
  if (config.SECRET_KEY === undefined) {
    const key = isTTY && generatedApiKey !== undefined ? `: ${generatedApiKey}` : "";
    process.stdout.write(`API key (stored in ${config.DATA_DIR}/api-key)${key}\n`);
  } else if (isTTY) {
    process.stdout.write(`API key (derived from SECRET_KEY): ${keys.api[0]}\n`);
  }
}

/**
 * Shows the address that makes the first owner, as long as there was nobody. Like the API key, it
 * stays out of everything but a terminal.
 */
function showStart({ BASE_URL }: Config, { url, startPath }: Footfall): void {
  if (startPath === undefined || !process.stdout.isTTY) return;
  const address = `${BASE_URL?.replace(/\/$/, "") ?? url}${startPath}`;
  process.stdout.write(`Make your account: ${address}\n${renderUnicodeCompact(address)}\n`);
}
