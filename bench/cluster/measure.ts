import { type Child, startChild } from "../child.ts";
import { type Generator, startGenerator } from "../generator.ts";
import type { Asked, Asking, Request } from "../viewers/clients.ts";
import type { Side } from "./installation.ts";

const warmUpSeconds = 1;
/** Each is counted from the events of the day, as a filter uses no roll-up. */
const askedNames = ["page", "browser", "referrer", "visitor"];

export interface Plan {
  readonly seconds: number;
  /** Connections that send events, over all instances of a side. */
  readonly connections: number;
  /** Clients that ask, over all instances of a side. */
  readonly clients: number;
}

/** A round of one side. */
export interface Measured {
  readonly eventsPerSecond: number;
  /** Processor time for each event. */
  readonly collectorUsPerEvent: number;
  readonly engineUsPerEvent: number;
  readonly answersPerSecond: number;
  /** Processor time for each answer. */
  readonly collectorMsPerAnswer: number;
  readonly engineMsPerAnswer: number;
}

/**
 * The processes that send events and queries: as many for a side with one Footfall as for one with
 * several, so that all sides have the same beside them.
 */
export class Senders {
  readonly #generators: readonly Generator[];
  readonly #clients: readonly Child<Asking, Asked>[];

  constructor(count: number) {
    const numbers = Array.from({ length: count }, (_, i) => i);
    this.#generators = numbers.map(() => startGenerator());
    const module = new URL("../viewers/clients.ts", import.meta.url);
    this.#clients = numbers.map(() => startChild<Asking, Asked>(module));
  }

  /** Sends events, then queries, each as fast as the side answers. Its instances run. */
  async measure(side: Side, plan: Plan): Promise<Measured> {
    const warmUp = { ...plan, seconds: warmUpSeconds };
    await this.#sendEvents(side, warmUp);
    await this.#ask(side, warmUp);
    await side.checkCounted();
    await side.settleEngines();
    const before = await side.cpu();
    const events = await this.#sendEvents(side, plan);
    const between = await side.cpu();
    await side.checkCounted();
    await side.settleEngines();
    const rested = await side.cpu();
    const answers = await this.#ask(side, plan);
    const after = await side.cpu();
    return {
      eventsPerSecond: events.perSecond,
      collectorUsPerEvent: ((between.collectors - before.collectors) * 1000) / events.count,
      // Inserts and merges after the load are the events' as well.
      engineUsPerEvent: ((rested.engines - before.engines) * 1000) / events.count,
      answersPerSecond: answers.perSecond,
      collectorMsPerAnswer: (after.collectors - rested.collectors) / answers.count,
      engineMsPerAnswer: (after.engines - rested.engines) / answers.count,
    };
  }

  stop(): void {
    for (const each of [...this.#generators, ...this.#clients]) each.stop();
  }

  async #sendEvents(side: Side, { seconds, connections }: Plan) {
    const domains = side.websites.map(({ domain }) => domain);
    const share = Math.ceil(connections / this.#generators.length);
    const results = await Promise.all(
      this.#generators.map((generator, i) => {
        const url = urlOf(side, i);
        return generator.load({ url, connections: share, seconds, domains });
      }),
    );
    const count = results.reduce((sum, { requests }) => sum + requests, 0);
    side.expected += count;
    return { count, perSecond: results.reduce((sum, { perSecond }) => sum + perSecond, 0) };
  }

  async #ask(side: Side, { seconds, clients }: Plan) {
    const requests = requestsOf(side);
    const share = Math.ceil(clients / this.#clients.length);
    const results = await Promise.all(
      this.#clients.map((child, i) => {
        const url = urlOf(side, i);
        return child.carryOut({ url, clients: share, seconds, requests, pauseMs: 0 });
      }),
    );
    const failed = results.filter(
      ({ refused, failures }) => refused + Object.keys(failures).length > 0,
    );
    if (failed.length > 0) throw new Error(`queries failed: ${JSON.stringify(failed)}`);
    const perSecond = results.reduce((sum, result) => sum + result.perSecond, 0);
    return { perSecond, count: perSecond * seconds };
  }
}

function urlOf({ footfalls }: Side, i: number): string {
  return footfalls[i % footfalls.length]?.url ?? "";
}

/** Returns queries about all websites in turn, which no cache answers. */
function requestsOf({ websites, footfalls, day }: Side): Request[] {
  const key = footfalls[0]?.apiKey;
  return askedNames.flatMap((name) =>
    websites.map(({ id }) => ({
      text:
        `GET /api/v1/stats/${id}?name=${name}&from=${day}&to=${day}&filter[hostname]=* HTTP/1.1\r\n` +
        `Host: bench.example\r\nAuthorization: Bearer ${key}\r\nCache-Control: no-cache\r\n\r\n`,
      isTotal: false,
    })),
  );
}
