import type { FastifyBaseLogger as Logger } from "fastify";

import type { Database } from "../clickhouse/database.ts";
import { bind, type Sql, sql } from "../clickhouse/sql.ts";

export interface LongStatementOptions {
  readonly db: Database;
  /** Memory of a statement; beyond half of it, the statement spills to disk. */
  readonly memoryBytesMax: number;
  readonly logger: Logger;
}

/** Runs statements of roll-ups, one at a time, which may take minutes. */
export class LongStatement {
  readonly #options: LongStatementOptions;
  #queryId: string | undefined;
  #isStopped = false;

  constructor(options: LongStatementOptions) {
    this.#options = options;
  }

  /**
   * Runs the statement. Rejects after `stop`. Throws `QueryIdInUse` while a statement with this id
   * is running, whoever started it.
   */
  async run(statement: Sql, queryId: string): Promise<void> {
    const { db, memoryBytesMax } = this.#options;
    if (this.#isStopped) throw new Error("roll-ups are stopped");
    this.#queryId = queryId;
    try {
      await db.run(statement, { isLong: true, queryId, memoryBytesMax });
    } finally {
      this.#queryId = undefined;
    }
  }

  /** Ends the running statement; `run` rejects from now on. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    const { db, logger } = this.#options;
    if (this.#queryId === undefined) return;
    try {
      await db.run(sql`KILL QUERY WHERE query_id = ${bind("String", this.#queryId)} ASYNC`);
    } catch (error) {
      logger.warn({ err: error }, "a roll-up could not be ended");
    }
  }
}
