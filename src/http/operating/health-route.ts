import { setTimeout as delay } from "node:timers/promises";
import type { FastifyPluginAsync, FastifySchema } from "fastify";
import { Type } from "typebox";
import { ConcurrencyLimiter } from "../../base/async/concurrency-limiter.ts";
import { Problem } from "../../base/errors.ts";
import type { Database } from "../../clickhouse/database.ts";
import { sql } from "../../clickhouse/sql.ts";
import type { Websites } from "../../websites/websites.ts";
import { noKey } from "../openapi/api-document.ts";
import { sendProblem } from "../shell/problems.ts";

const resultHoldsMs = 1_000;
const answerTimeoutMs = 2_000;
/** The route needs no key, so anybody may send any number of requests. */
const limits = { runningMax: 1_000, waitingMax: 0, waitMsMax: 0 };

/** The store of a shard. */
export interface NamedStore {
  readonly name: string;
  readonly db: Database;
}

const Shard = Type.Object({
  name: Type.String({ examples: ["1"] }),
  status: Type.Enum(["up", "down"], { description: "Whether its ClickHouse answers." }),
});

/** A kind of work in the background that fails. It names nothing, as anybody may read it. */
export type HealthReason = "rollups";

const Health = Type.Object(
  {
    status: Type.Enum(["ok", "degraded"], {
      description: "`degraded` if some shards do not answer.",
      examples: ["ok"],
    }),
    shards: Type.Optional(Type.Array(Shard, { description: "With several shards alone." })),
    reasons: Type.Optional(
      Type.Array(Type.Enum(["rollups"]), {
        description:
          "Work in the background that fails: `rollups` if some days cannot be rolled up, so that their answers are counted from events.",
      }),
    ),
  },
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

/**
 * `GET /health`: 200 if events are accepted and the store answers, of several shards at least one;
 * otherwise 503, with a code that names the failing part. Without the first shard and a copy of its
 * websites, no event is accepted.
 */
export const healthRoute: FastifyPluginAsync<{
  stores: readonly NamedStore[];
  websites: Pick<Websites, "find">;
  acceptsEvents: () => boolean;
  readReasons: () => Promise<readonly HealthReason[]>;
}> = async (app, { stores, websites, acceptsEvents, readReasons }) => {
  const limiter = new ConcurrencyLimiter(limits);
  const checks = stores.map(({ name, db }) => ({ name, isUp: holdResult(() => checkStore(db)) }));
  const heldReasons = holdResult(readReasons);
  const shardStates = () =>
    Promise.all(
      checks.map(async ({ name, isUp }) => ({
        name,
        status: (await isUp()) ? ("up" as const) : ("down" as const),
      })),
    );
  app.get("/health", { schema }, async function checkHealth(_request, reply) {
    if (!acceptsEvents()) return sendProblem(reply, new Problem("LOG_FULL"));
    const [shards, reasons] = await limiter.run(() => Promise.all([shardStates(), heldReasons()]));
    const isUp = shards.filter(({ status }) => status === "up").length;
    if (isUp === 0) return sendProblem(reply, new Problem("STORE_UNAVAILABLE"));
    // Throws if no website is known and the first shard is unavailable: then no event is accepted.
    if (isUp < shards.length) await websites.find((all) => all.list()[0]);
    return {
      status: isUp === shards.length ? "ok" : "degraded",
      ...(shards.length > 1 && { shards }),
      ...(reasons.length > 0 && { reasons }),
    };
  });
};

/**
 * Returns a function that resolves with the result of a check.
 *
 * A result holds for a second, and calls during a check share that check. However many clients ask,
 * the store gets one request a second, or one in two seconds while it is silent.
 */
function holdResult<Result>(check: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  /** Infinite during a check, so that its promise counts as fresh. */
  let checkedMs = Number.NEGATIVE_INFINITY;
  return () => {
    if (result !== undefined && performance.now() - checkedMs < resultHoldsMs) return result;
    checkedMs = Number.POSITIVE_INFINITY;
    result = check().finally(() => {
      checkedMs = performance.now();
    });
    return result;
  };
}

/** Resolves with whether the store answers in time. */
async function checkStore(db: Database): Promise<boolean> {
  const answered = new AbortController();
  const answer = db.run(sql`SELECT 1`).then(
    () => true,
    () => false,
  );
  const timeout = delay(answerTimeoutMs, false, { signal: answered.signal }).catch(() => false);
  const isUp = await Promise.race([answer, timeout]);
  answered.abort();
  return isUp;
}
