import { setTimeout as delay } from "node:timers/promises";
import type { FastifyPluginAsync } from "fastify";

import { Problem } from "../errors.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";
import { sendProblem } from "./problems.ts";

const answerTimeoutMs = 2_000;

/** 200 when events are accepted and the store answers; 503 naming the failing part otherwise. */
export const healthRoute: FastifyPluginAsync<{
  db: Database;
  acceptsEvents: () => boolean;
}> = async (app, { db, acceptsEvents }) => {
  app.get("/health", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (!acceptsEvents()) return sendProblem(reply, new Problem("LOG_FULL"));
    if (!(await storeAnswers(db))) return sendProblem(reply, new Problem("STORE_UNAVAILABLE"));
    return { status: "ok" };
  });
};

async function storeAnswers(db: Database): Promise<boolean> {
  const answered = new AbortController();
  const answer = db.run(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  const timeout = delay(answerTimeoutMs, false, { signal: answered.signal }).catch(() => false);
  const healthy = await Promise.race([answer, timeout]);
  answered.abort();
  return healthy;
}
