import { median } from "../../bench/report.ts";
import type { Sample } from "./prober.ts";

/** Answers about other servers may take so many times as long as without a fault … */
const othersTimesMax = 2;
/** … or so much longer. */
const othersMoreMsMax = 15;
const refusedMedianMsMax = 100;
const refusedMsMax = 1_000;
/** The time after a kill in which a query may still end in any way. */
const graceMs = 2_000;
const frozenMsMax = 5_000;

/** A time in which a server did not answer. */
export interface Outage {
  readonly kind: "dead" | "frozen";
  /** The position of the server. */
  readonly engine: number;
  readonly fromMs: number;
  readonly toMs: number;
}

/** The latencies of the queries during an outage. */
export interface OutageLatency {
  /** Median, in milliseconds, of queries about other servers without a fault and during it. */
  readonly undisturbedMs: number;
  readonly othersMs: number;
  /** Refusals of queries about the server, after the grace at the beginning. */
  readonly refused: number;
  readonly refusedMs: number;
  readonly refusedMsMax: number;
  /** The slowest answer of all about the server, counted from the beginning of the outage. */
  readonly slowestMs: number;
}

export interface Judgement {
  readonly latency: OutageLatency;
  /** Statuses and codes that must not be, one sentence each. */
  readonly violations: readonly string[];
  /** Times that are too long, one sentence each. */
  readonly slow: readonly string[];
}

/**
 * Compares the queries during an outage with those before. Queries about the server are refused
 * with 503 and `Retry-After`, soon after a kill. While it is frozen, each caller may wait once.
 * Others are answered as if nothing was.
 */
export function judge(
  outage: Outage,
  undisturbed: readonly Sample[],
  during: readonly Sample[],
): Judgement {
  const isOther = ({ engine, status }: Sample) => engine !== outage.engine && status === 200;
  const about = during.filter(({ engine, status }) => engine === outage.engine && status !== 0);
  const later = about.filter((sample) => isLater(outage, sample, about));
  const latency = {
    undisturbedMs: median(undisturbed.filter(isOther).map(({ tookMs }) => tookMs)),
    othersMs: median(during.filter(isOther).map(({ tookMs }) => tookMs)),
    refused: later.length,
    refusedMs: median(later.map(({ tookMs }) => tookMs)),
    refusedMsMax: Math.max(...later.map(({ tookMs }) => tookMs)),
    // Of a query that was under way at the beginning, the time since then counts.
    slowestMs: Math.max(
      ...about.map(({ sentMs, tookMs }) => tookMs - Math.max(0, outage.fromMs - sentMs)),
    ),
  };
  const notRefused = later.filter(
    ({ status, code, hasRetryAfter }) =>
      status !== 503 || code !== "STORE_UNAVAILABLE" || !hasRetryAfter,
  );
  const othersWrong = during.filter(
    ({ engine, status }) => engine !== outage.engine && status !== 200 && status !== 0,
  );
  return {
    latency,
    violations: [
      ...sentence("answers about a server that is away are no 503", notRefused),
      ...sentence("answers about other servers are no 200", othersWrong),
    ],
    slow: slowOnes(outage, latency),
  };
}

/** Returns whether a query was sent when Footfall had to know that the server is unavailable. */
function isLater({ kind, fromMs }: Outage, sample: Sample, about: readonly Sample[]): boolean {
  if (kind === "dead") return sample.sentMs >= fromMs + graceMs;
  // Each process finds out for itself, so the first refusal of a Footfall may be that of another.
  const ends = about
    .filter(({ footfall, status }) => footfall === sample.footfall && status === 503)
    .map(({ sentMs, tookMs }) => sentMs + tookMs);
  return sample.sentMs >= Math.min(...ends) + refusedMsMax;
}

function sentence(text: string, samples: readonly Sample[]): string[] {
  const [first] = samples;
  return first === undefined
    ? []
    : [`${samples.length} ${text}, such as ${first.status} ${first.code} after ${first.tookMs} ms`];
}

function slowOnes({ kind }: Outage, latency: OutageLatency): string[] {
  const { undisturbedMs, othersMs, refused, slowestMs } = latency;
  const othersMsMax = Math.max(othersTimesMax * undisturbedMs, undisturbedMs + othersMoreMsMax);
  const isWrong: readonly (readonly [boolean, string])[] = [
    [othersMs > othersMsMax, `answers about others took ${othersMs} ms, not ${undisturbedMs}`],
    [
      refused > 0 && latency.refusedMs > refusedMedianMsMax,
      `the median refusal took ${latency.refusedMs} ms`,
    ],
    [
      refused > 0 && latency.refusedMsMax > refusedMsMax,
      `a refusal took ${latency.refusedMsMax} ms`,
    ],
    [kind === "frozen" && slowestMs > frozenMsMax, `a frozen server held up ${slowestMs} ms`],
  ];
  return isWrong.flatMap(([wrong, text]) => (wrong ? [text] : []));
}
