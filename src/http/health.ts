import { setTimeout as delay } from "node:timers/promises";
import type { FastifyPluginAsync, FastifySchema } from "fastify";
import { Type } from "typebox";

import { Problem } from "../errors.ts";
import { Gate } from "../gate.ts";
import type { Database } from "../store/database.ts";
import { sql } from "../store/sql.ts";
import { noKey } from "./api-document.ts";
import { sendProblem } from "./problems.ts";

const answerTimeoutMs = 2_000;
/** Nobody needs a key to ask. */
const limits = { runningMax: 1_000, waitingMax: 0, waitMsMax: 0 };

const Health = Type.Object(
  { status: Type.Literal("ok") },
  { title: "Health", description: "Events are accepted and the store answers." },
);

const schema: FastifySchema = {
  operationId: "showHealth",
  summary: "Show whether Footfall works",
  description: "Events are taken also while the store does not answer.",
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
  const gate = new Gate(limits);
  const storeAnswers = askStore(db);
  app.get("/health", { schema }, async (_request, reply) => {
    if (!acceptsEvents()) return sendProblem(reply, new Problem("LOG_FULL"));
    if (!(await gate.run(storeAnswers)))
      return sendProblem(reply, new Problem("STORE_UNAVAILABLE"));
    return { status: "ok" };
  });
};

/**
 * Whether the store answers in time. Those who ask while a question is under way share it: a silent
 * store is asked once in two seconds, however many want to know.
 */
function askStore(db: Database): () => Promise<boolean> {
  let asking: Promise<boolean> | undefined;
  return () => {
    asking ??= storeAnswers(db).finally(() => {
      asking = undefined;
    });
    return asking;
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
