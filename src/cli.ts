import type { FastifyBaseLogger as Logger } from "fastify";
import { demonstrate } from "./commands/demo.ts";
import { importLogs } from "./commands/import.ts";
import { move } from "./commands/move.ts";
import { report } from "./commands/report.ts";
import { type Config, readConfig } from "./config.ts";
import { StartRefused } from "./errors.ts";
import { createLogger } from "./logger.ts";
import { serveWithWorkers } from "./server/cluster/serve-with-workers.ts";
import { serve } from "./server/serve.ts";
import { stopSignal } from "./stop-signal.ts";

const stopTimeoutMs = 9_000;

const commands: Readonly<
  Record<string, (config: Config, args: readonly string[], logger: Logger) => Promise<number>>
> = {
  serve: serveUntilStopped,
  import: importLogs,
  move,
  report,
  demo: demonstrate,
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
  const { generatedApiKey } = footfall;
  if (generatedApiKey !== undefined) {
    // Without a terminal, standard output is a log that others can read, so the key stays out of
    // it.
    const key = process.stdout.isTTY ? `: ${generatedApiKey}` : "";
    process.stdout.write(`API key (stored in ${config.DATA_DIR}/api-key)${key}\n`);
  }
  process.stdout.write(`Footfall listening on ${footfall.url}\n`);
  logger.info({ signal: await signal }, "stopping");
  setTimeout(() => {
    logger.error("the stop took too long; open connections and jobs are cut off");
    process.exit(1);
  }, stopTimeoutMs).unref();
  await footfall.stop();
  return 0;
}
