import type { FastifyBaseLogger as Logger } from "fastify";
import { pino } from "pino";

import type { Config } from "./config.ts";

/**
 * Returns a logger that writes JSON lines to standard output. No line may hold an IP address, an
 * agent or a key, because logs outlive salts.
 */
export function createLogger({ LOG_LEVEL }: Config): Logger {
  return pino({ level: LOG_LEVEL });
}
