import type { FastifyBaseLogger as Logger } from "fastify";

import type { Database } from "../store/database.ts";
import { bind, type Sql, sql } from "../store/sql.ts";

export interface LongStatementOptions {
  readonly db: Database;
  /** What a statement may take; half of it, and it goes on on the disk. */
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

  /** Rejects once it is stopped, and while a statement with that id runs, whoever runs it. */
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

  /** Has the one under way end; there will be no other. */
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
