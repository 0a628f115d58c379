import type { FastifyBaseLogger as Logger } from "fastify";
import { backup } from "./commands/backup.ts";
import { demonstrate } from "./commands/demo.ts";
import { distributedTables } from "./commands/distributed-tables.ts";
import { drain } from "./commands/drain.ts";
import { importLogs } from "./commands/import.ts";
import { move } from "./commands/move.ts";
import { report } from "./commands/report.ts";
import { restore } from "./commands/restore.ts";
import { type Config, readConfig } from "./config.ts";
import { StartRefused } from "./errors.ts";
import { createLogger } from "./logger.ts";
import { serveWithWorkers } from "./server/cluster/serve-with-workers.ts";
import { type Footfall, serve } from "./server/serve.ts";
import { stopTimes } from "./server/stop-times.ts";
import { stopSignal } from "./stop-signal.ts";

const commands: Readonly<
  Record<string, (config: Config, args: readonly string[], logger: Logger) => Promise<number>>
> = {
  serve: serveUntilStopped,
  import: importLogs,
  backup,
  restore,
  move,
  report,
  drain,
  demo: demonstrate,
  "distributed-tables": distributedTables,
};

/** Runs the command that the arguments name, by default `serve`. Resolves with the exit code. */
export async function run([name = "serve", ...args]: readonly string[]): Promise<number> {
  try {
    const command = commands[name];
    if (command === undefined) {
      throw new StartRefused(
        `unknown command ${name}; the commands are ${Object.keys(commands).join(", ")}`,
      );
    }
    const config = readConfig(process.env);
    return await command(config, args, createLogger(config));
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    process.stderr.write(`footfall: ${error.message}\n`);
    return 1;
  }
}

async function serveUntilStopped(
  config: Config,
  _args: readonly string[],
  logger: Logger,
): Promise<number> {
  const signal = stopSignal();
  const start = config.WORKERS === 1 ? serve : serveWithWorkers;
  const footfall = await start(config, logger);
  showApiKey(config, footfall);
  process.stdout.write(`Footfall listening on ${footfall.url}\n`);
  const reason = await Promise.race([signal, footfall.drained.then(() => "drained")]);
  logger.info({ reason }, "stopping");
  setTimeout(() => {
    logger.error("the stop took too long; open connections and jobs are cut off");
    process.exit(1);
  }, stopTimes(config).allMs).unref();
  await footfall.stop();
  return 0;
}

/**
 * Shows an API key that the operator did not choose. Without a terminal, standard output is a log
 * that others can read, so the key stays out of it.
 */
function showApiKey(config: Config, { keys, generatedApiKey }: Footfall): void {
  const { isTTY } = process.stdout;
  if (generatedApiKey !== undefined) {
    const key = isTTY ? `: ${generatedApiKey}` : "";
    process.stdout.write(`API key (stored in ${config.DATA_DIR}/api-key)${key}\n`);
  }
  if (isTTY && config.SECRET_KEY !== undefined && config.API_KEYS.length === 0) {
    process.stdout.write(`API key (derived from SECRET_KEY): ${keys.api[0]}\n`);
  }
}
