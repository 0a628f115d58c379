import { setTimeout as delay } from "node:timers/promises";
import type { FastifyPluginAsync, FastifySchema } from "fastify";
import { Type } from "typebox";
import { ConcurrencyLimiter } from "../../concurrency-limiter.ts";
import { Problem } from "../../errors.ts";
import type { Database } from "../../store/database.ts";
import { sql } from "../../store/sql.ts";
import { noKey } from "../openapi/api-document.ts";
import { sendProblem } from "../problems.ts";

const answerHoldsMs = 1_000;
const answerTimeoutMs = 2_000;
/** Nobody needs a key to ask. */
const limits = { runningMax: 1_000, waitingMax: 0, waitMsMax: 0 };

const Health = Type.Object(
  { status: Type.Literal("ok") },
  { title: "Health", description: "Events are accepted and the store answers." },
);

const schema: FastifySchema = {
  operationId: "getHealth",
  summary: "Get the health of the server",
  description: "The server accepts events even while the store does not answer.",
  tags: ["Server"],
  security: noKey,
  response: { 200: Health },
  problems: ["LOG_FULL", "OVERLOADED", "STORE_UNAVAILABLE"],
};

/** 200 when events are accepted and the store answers; 503 naming the failing part otherwise. */
export const healthRoute: FastifyPluginAsync<{
  db: Database;
  acceptsEvents: () => boolean;
}> = async (app, { db, acceptsEvents }) => {
  const limiter = new ConcurrencyLimiter(limits);
  const storeAnswers = askStore(db);
  app.get("/health", { schema }, async (_request, reply) => {
    if (!acceptsEvents()) return sendProblem(reply, new Problem("LOG_FULL"));
    if (!(await limiter.run(storeAnswers)))
      return sendProblem(reply, new Problem("STORE_UNAVAILABLE"));
    return { status: "ok" };
  });
};

/**
 * Whether the store answers in time. An answer is given for a second, and those who ask while a question is under way share
 * it: however many want to know, the store is asked once a second, and once in two seconds when it is silent.
 */
function askStore(db: Database): () => Promise<boolean> {
  let answer: Promise<boolean> | undefined;
  let answeredMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (answer !== undefined && performance.now() - answeredMs < answerHoldsMs) return answer;
    answeredMs = Number.POSITIVE_INFINITY;
    answer = storeAnswers(db).finally(() => {
      answeredMs = performance.now();
    });
    return answer;
  };
}

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
