import type { FastifyBaseLogger as Logger } from "fastify";
import { pino } from "pino";

import type { Config } from "./config.ts";

/** Writes JSON lines to standard output. What is logged holds no address, agent or key, as lines are kept longer than salts. */
export function createLogger({ LOG_LEVEL }: Config): Logger {
  return pino({ level: LOG_LEVEL });
}
