import type { LoggerOptions } from "pino";

import type { Config } from "./config.ts";

/** Requests are logged without address, agent and query: lines are kept longer than salts. */
export function loggerOptions({ LOG_LEVEL }: Config): LoggerOptions {
  return { level: LOG_LEVEL, serializers: {} };
}
