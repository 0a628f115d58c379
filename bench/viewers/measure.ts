import { setTimeout as delay } from "node:timers/promises";

import { type Child, startChild } from "../child.ts";
import { type Generator, startGenerator } from "../generator.ts";
import type { LoadResult } from "../load.ts";
import { settle } from "../program.ts";
import { settleMerges } from "../stats/engine.ts";
import { checkCounted, countPageviews } from "../website.ts";
import { agesOf } from "./age.ts";
import {
  type Audience,
  type AudiencePlan,
  audiencesOf,
  type Stage,
  viewersOf,
} from "./audience.ts";
import type { Asked, Asking } from "./clients.ts";
import type { Installation } from "./installation.ts";
import { askAsOwner, type Waits } from "./owner.ts";
import { secondTabs } from "./questions.ts";
import type { Site } from "./sites.ts";

const eventConnections = 64;
const warmUpSeconds = 2;
const catchUpMs = 60_000;

/** One measurement: an audience, while events come in and the owner asks. */
export interface Measured {
  readonly title: string;
  readonly ratePerSecond: number;
  /** Events of today before the measurement, seeded ones and page views that came in. */
  readonly eventsBefore: number;
  readonly asked: Asked | undefined;
  readonly agesMs: readonly number[];
  readonly load: LoadResult | undefined;
  readonly owner: Waits;
  /** Processor time for each second of the measurement. */
  readonly cores: Cores;
}

export interface Cores {
  readonly server: number;
  readonly engine: number;
  /** The processes that send events, and that ask. */
  readonly events: number;
  readonly clients: number;
}

/** The measurements of one website, with one rate of events. */
export interface Plan extends AudiencePlan {
  readonly events: number;
  readonly ratePerSecond: number;
  /** The number of the audience that comes first. */
  readonly first: number;
}

/** The parts that every measurement of a website works with. */
interface Bench {
  readonly installation: Installation;
  readonly site: Site;
  readonly stage: Stage;
  readonly generator: Generator;
  readonly clients: Child<Asking, Asked>;
  readonly plan: Plan;
}

/** Measures the audiences in turn, each after the store has everything and is idle. */
export async function measureSite(
  installation: Installation,
  site: Site,
  today: string,
  plan: Plan,
): Promise<Measured[]> {
  const { footfall, storeUrl } = installation;
  const days = { from: today, to: today };
  const stage = { url: footfall.url, storeUrl, domain: site.domain, days };
  const generator = startGenerator();
  const clients = startChild<Asking, Asked>(new URL("./clients.ts", import.meta.url));
  const bench = { installation, site, stage, generator, clients, plan };
  try {
    const seeded = await countPageviews(footfall, site.id, days);
    let acknowledged = await warmUp(bench);
    const measured: Measured[] = [];
    const audiences = audiencesOf(stage, plan);
    for (let turn = 0; turn < audiences.length; turn += 1) {
      const audience = audiences[(plan.first + turn) % audiences.length] as Audience;
      await checkCounted(footfall, site.id, seeded + acknowledged, catchUpMs, days);
      await settleMerges(installation.client);
      await settle(footfall.pid);
      measured.push(await measureAudience(bench, audience, { seeded, acknowledged }));
      acknowledged += measured.at(-1)?.load?.requests ?? 0;
    }
    await checkCounted(footfall, site.id, seeded + acknowledged, catchUpMs, days);
    return measured;
  } finally {
    generator.stop();
    clients.stop();
  }
}

/** Returns the number of acknowledged events. */
async function warmUp(bench: Bench): Promise<number> {
  const audience = viewersOf(bench.stage, { clients: 1, seconds: warmUpSeconds, pauseMs: 0 });
  const [load] = await Promise.all([
    sendEvents(bench, warmUpSeconds),
    bench.clients.carryOut(audience),
  ]);
  return load?.requests ?? 0;
}

async function measureAudience(
  bench: Bench,
  audience: Audience,
  before: { seeded: number; acknowledged: number },
): Promise<Measured> {
  const { installation, site, stage, plan } = bench;
  const usageBefore = await installation.usage();
  const start = performance.now();
  const asking = ask(bench, audience);
  const ended = asking.then(async () => {
    const usageAfter = await installation.usage();
    return { usageAfter, elapsedMs: performance.now() - start };
  });
  const [load, asked, owner, { usageAfter, elapsedMs }] = await Promise.all([
    sendEvents(bench, audience.seconds + 1),
    asking,
    askAsOwner(installation.footfall, secondTabs(site.id, stage.days), asking),
    ended,
  ]);
  const pageviewsBefore = before.seeded + before.acknowledged;
  return {
    title: audience.title,
    ratePerSecond: plan.ratePerSecond,
    eventsBefore: plan.events + before.acknowledged,
    asked,
    load,
    owner,
    agesMs: agesOf(asked?.sightings ?? [], load?.acknowledgedAtMs ?? [], pageviewsBefore),
    cores: {
      server: (usageAfter.server.cpuMs - usageBefore.server.cpuMs) / elapsedMs,
      engine: (usageAfter.engine.cpuMs - usageBefore.engine.cpuMs) / elapsedMs,
      events: coresOf(load),
      clients: (asked?.cpuMs ?? 0) / elapsedMs,
    },
  };
}

/** Lets the audience ask for its time; nobody only waits. */
async function ask({ clients }: Bench, audience: Audience): Promise<Asked | undefined> {
  if (audience.clients > 0) return clients.carryOut(audience);
  await delay(audience.seconds * 1000);
  return undefined;
}

async function sendEvents(
  { generator, stage, plan }: Bench,
  seconds: number,
): Promise<LoadResult | undefined> {
  const { url, domain } = stage;
  const { ratePerSecond } = plan;
  if (ratePerSecond === 0) return undefined;
  const order = { url, connections: eventConnections, seconds, ratePerSecond };
  return generator.load({ ...order, domains: [domain], isTimed: true });
}

function coresOf(load: LoadResult | undefined): number {
  if (load === undefined) return 0;
  return load.cpuMs / ((load.requests / load.perSecond) * 1000);
}
