import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { ConcurrencyLimiter } from "../../../base/async/concurrency-limiter.ts";
import { demand } from "../refusals.ts";

/** A regular expression of JavaScript can take for ever, so it has a thread, and an end. */
const matchMsMax = 2_000;
const turns = new ConcurrencyLimiter({ runningMax: 1, waitingMax: 20, waitMsMax: 10_000 });
const thread = `
  const { parentPort, workerData } = require("node:worker_threads");
  const all = workerData.sources.map((source) => new RegExp(source, workerData.flags));
  const matches = (word) => all.some((one) => one.test(word));
  parentPort.postMessage(workerData.words.filter(matches));`;

/**
 * Resolves with the words that one of the regular expressions matches. Throws `Refused` for those
 * that RE2 and JavaScript read in different ways, and for slow ones.
 */
export async function matchingWords(
  written: readonly string[],
  ignoresCase: boolean,
  words: readonly string[],
): Promise<ReadonlySet<string>> {
  const sources = written.map((text) => text.replace(/^\(\?i\)/, ""));
  const flagged = sources.filter((source, i) => source !== written[i]).length;
  const areInsensitive = ignoresCase || flagged === written.length;
  const isKnown = sources.every(
    (source) => !/\(\?(?!:)|\\[1-9kcQEACzZ]|\[\[:|\[\^?\]/.test(source),
  );
  const isAlike = areInsensitive || flagged === 0;
  const workerData = { sources, flags: areInsensitive ? "iu" : "u", words };
  const found = isKnown && isAlike ? await turns.run(() => find(workerData)) : undefined;
  demand(found, `filters: cannot use the regular expressions ${JSON.stringify(written)}`);
  return new Set(found);
}

/** Resolves with the words that match; undefined if that fails or takes too long. */
async function find(workerData: object): Promise<readonly string[] | undefined> {
  const worker = new Worker(thread, { eval: true, workerData });
  const signal = AbortSignal.timeout(matchMsMax);
  const found = once(worker, "message", { signal }).then(([matching]) => matching);
  return found.catch(() => undefined).finally(() => void worker.terminate());
}
