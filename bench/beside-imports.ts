import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { writeAccessLog } from "./access-log.ts";
import { runProgram } from "./command.ts";
import { type Generator, startGenerator } from "./generator.ts";
import { type Footfall, mainFile, settle, startFootfall } from "./program.ts";
import { median, percentile, print, table } from "./report.ts";
import { checkCounted, storeWebsite } from "./website.ts";

/** An import that runs while events come in. */
interface Side {
  readonly name: string;
  readonly source: string;
  /** Resolves with the paths of the files. */
  readonly write: (directory: string) => Promise<string[]>;
  /** Flags of the command that imports; without them, the files are sent over the API. */
  readonly flags?: readonly string[];
}

/** Imports files. Resolves with the import's address when it is done. */
type MakeImport = (onUploaded: () => void) => Promise<string>;

/** How long events waited for their 202. */
interface Waits {
  readonly events: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** The waits of one round. */
interface Round {
  readonly without: Waits;
  /** From the first byte of the upload, or the start of the command, until the import is done. */
  readonly importing: Waits;
  /** The upload alone. */
  readonly uploading: Waits;
  /** While the imported days are rolled up. */
  readonly after: Waits;
  readonly undoing: Waits;
}

const phases = ["without", "importing", "uploading", "after", "undoing"] as const;
const ratePerSecond = 300;
const connections = 32;
const windowSeconds = 2;
/** Windows without an import on either side of one, and just after one. */
const quietWindows = 6;
const catchUpMs = 60_000;
/** As often as the dashboard asks how far an import is. */
const lookEveryMs = 1_000;

/**
 * Measures how long single events wait for their 202 while imports run, and while they do not:
 * those over the API, or those of the command.
 */
export async function measureBesideImports(
  lines: number,
  rounds: number,
  way: "API" | "command",
): Promise<void> {
  const log = async (directory: string) => {
    const path = join(directory, "access.log");
    await writeAccessLog(path, "pages", lines);
    return [path];
  };
  const umami = (directory: string) => writeUmami(directory, lines);
  const plausible = (directory: string) => writePlausible(directory, lines);
  const sides: Side[] =
    way === "API"
      ? [
          { name: "umami", source: "umami", write: umami },
          { name: "plausible", source: "plausible", write: plausible },
          { name: "access log", source: "access-log", write: log },
        ]
      : [
          { name: "command", source: "access-log", write: log, flags: [] },
          { name: "gently", source: "access-log", write: log, flags: ["--gently"] },
        ];
  const generator = startGenerator();
  const footfall = await startFootfall({});
  try {
    const websiteId = await storeWebsite(footfall);
    const load = new SteadyLoad(generator, footfall);
    await load.windows(quietWindows);
    const rows: string[][] = [];
    for (const side of sides) rows.push(...(await measureSide(side, load, footfall, rounds)));
    print(`\n${ratePerSecond} events/s beside imports of ${lines} rows`);
    print(table(["", "events", "p50 ms", "p99 ms", "p99 beside without", "rounds"], rows));
    await checkCounted(footfall, websiteId, load.sent, catchUpMs);
  } finally {
    generator.stop();
    await footfall.stop();
  }
}

/** Returns the rows of the table for one import, which is made and undone in each round. */
async function measureSide(
  { name, source, write, flags }: Side,
  load: SteadyLoad,
  footfall: Footfall,
  count: number,
): Promise<string[][]> {
  const paths = await write(footfall.directory);
  const domain = `${name.replace(" ", "-")}.example`;
  const websiteId = await storeWebsite(footfall, domain);
  const address = `${footfall.url}/api/v1/websites/${websiteId}/imports`;
  const makeImport: MakeImport = async (onUploaded) => {
    if (flags !== undefined) return runCommand(footfall, address, domain, [...flags, ...paths]);
    const url = `${address}/${await upload(footfall, address, source, paths)}`;
    onUploaded();
    await ended(footfall, url);
    return url;
  };
  const rounds: Round[] = [];
  while (rounds.length < count) rounds.push(await measureRound(makeImport, load, footfall));
  const measured = phases.filter((phase) => rounds.every((round) => round[phase].events > 0));
  return measured.map((phase) => rowOf(`${name}: ${phase}`, phase, rounds));
}

/** Makes an import and undoes it. */
async function measureRound(
  makeImport: MakeImport,
  load: SteadyLoad,
  footfall: Footfall,
): Promise<Round> {
  await settle(footfall.pid);
  const before = await load.windows(quietWindows);
  let uploadedMs = 0;
  const onUploaded = () => {
    uploadedMs = Date.now();
  };
  const [url, importing] = await load.beside(makeImport(onUploaded));
  const after = await load.windows(quietWindows);
  await settle(footfall.pid);
  const later = await load.windows(quietWindows);
  await fetch(url, { method: "DELETE", headers: authorization(footfall) });
  const [, undoing] = await load.beside(gone(footfall, url));
  return {
    without: waitsOf([...before, ...later]),
    importing: waitsOf(importing),
    uploading: waitsOf(importing.filter(({ atMs }) => atMs <= uploadedMs)),
    after: waitsOf(after),
    undoing: waitsOf(undoing),
  };
}

function rowOf(name: string, phase: keyof Round, rounds: readonly Round[]): string[] {
  const of = (key: keyof Waits) => median(rounds.map((round) => round[phase][key]));
  const ratios = rounds.map((round) => round[phase].p99Ms / round.without.p99Ms);
  return [
    name,
    String(of("events")),
    of("p50Ms").toFixed(2),
    of("p99Ms").toFixed(2),
    median(ratios).toFixed(2),
    ratios.map((ratio) => ratio.toFixed(2)).join(", "),
  ];
}

/** An event that was acknowledged. */
interface Acknowledged {
  readonly atMs: number;
  readonly tookMs: number;
}

/** Events at a steady rate, in windows of some seconds. */
class SteadyLoad {
  sent = 0;
  readonly #generator: Generator;
  readonly #footfall: Footfall;

  constructor(generator: Generator, footfall: Footfall) {
    this.#generator = generator;
    this.#footfall = footfall;
  }

  async windows(count: number): Promise<Acknowledged[]> {
    const events: Acknowledged[] = [];
    for (let nth = 0; nth < count; nth += 1) events.push(...(await this.#window()));
    return events;
  }

  /** Sends windows until the work has ended, and forgets the events after its end. */
  async beside<T>(work: Promise<T>): Promise<[result: T, events: Acknowledged[]]> {
    let endMs = Number.POSITIVE_INFINITY;
    const over = work.finally(() => {
      endMs = Date.now();
    });
    const events: Acknowledged[] = [];
    do events.push(...(await this.#window()));
    while (endMs === Number.POSITIVE_INFINITY);
    return [await over, events.filter(({ atMs }) => atMs <= endMs)];
  }

  async #window(): Promise<Acknowledged[]> {
    const { url } = this.#footfall;
    const order = { url, connections, seconds: windowSeconds, ratePerSecond, isTimed: true };
    const { requests, acknowledgedAtMs, acknowledgedInMs } = await this.#generator.load(order);
    this.sent += requests;
    return acknowledgedAtMs.map((atMs, nth) => ({ atMs, tookMs: acknowledgedInMs[nth] ?? 0 }));
  }
}

function waitsOf(events: readonly Acknowledged[]): Waits {
  const tookMs = events.map((event) => event.tookMs);
  return {
    events: events.length,
    p50Ms: percentile(tookMs, 50),
    p99Ms: percentile(tookMs, 99),
  };
}

function authorization({ apiKey }: Footfall): Record<string, string> {
  return { authorization: `Bearer ${apiKey}` };
}

/** Resolves with the id of the import. */
async function upload(
  footfall: Footfall,
  address: string,
  source: string,
  paths: readonly string[],
): Promise<number> {
  const body = new FormData();
  body.set("source", source);
  for (const path of paths) body.append("file", await openAsBlob(path), basename(path));
  const reply = await fetch(address, { method: "POST", headers: authorization(footfall), body });
  if (reply.status !== 202) throw new Error(`${reply.status}: ${await reply.text()}`);
  return ((await reply.json()) as { data: { id: number } }).data.id;
}

/** Imports access logs with the command. Resolves with the address of the import. */
async function runCommand(
  footfall: Footfall,
  address: string,
  domain: string,
  args: readonly string[],
): Promise<string> {
  const command = [mainFile, "import", "--website", domain, ...args];
  await runProgram(command, footfall.env);
  const reply = await fetch(address, { headers: authorization(footfall) });
  const { data } = (await reply.json()) as { data: { id: number }[] };
  if (data.length !== 1) throw new Error(`there are ${data.length} imports`);
  return `${address}/${data[0]?.id}`;
}

/** Waits until the import is done. */
async function ended(footfall: Footfall, url: string): Promise<void> {
  for (;;) {
    const reply = await fetch(url, { headers: authorization(footfall) });
    const { data } = (await reply.json()) as { data: { status: string; problem: string | null } };
    if (data.status === "done") return;
    if (data.status === "failed") throw new Error(`the import failed: ${data.problem}`);
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Waits until the import is undone. */
async function gone(footfall: Footfall, url: string): Promise<void> {
  while ((await fetch(url, { headers: authorization(footfall) })).status !== 404) {
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

/** Writes page views of half a year. */
async function writeUmami(directory: string, lines: number): Promise<string[]> {
  const rows = [
    "website_id,session_id,event_id,hostname,browser,os,device,screen,language,country,url_path,url_query,referrer_domain,event_type,created_at",
  ];
  const first = Date.UTC(2025, 0, 1);
  for (let nth = 0; nth < lines; nth += 1) {
    const time = new Date(first + Math.floor((nth * 180 * 86_400_000) / lines));
    const at = time.toISOString().slice(0, 19).replace("T", " ");
    rows.push(
      `1,session-${nth % 50_000},event-${nth},umami.example,chrome,Windows 10,desktop,1920x1080,en-US,DE,/page/${nth % 5_000},utm_source=news,google.com,1,${at}`,
    );
  }
  const path = join(directory, "website_event.csv");
  await writeFile(path, rows.join("\n"));
  return [path];
}

/** Writes the totals of two years. */
async function writePlausible(directory: string, lines: number): Promise<string[]> {
  const visitors = ["date,visitors,pageviews,bounces,visits,visit_duration"];
  const pages = ["date,hostname,page,visits,visitors,pageviews"];
  const days = 730;
  const perDay = Math.max(1, Math.floor(lines / days));
  for (let day = 0; day < days; day += 1) {
    const date = new Date(Date.UTC(2023, 0, 1 + day)).toISOString().slice(0, 10);
    visitors.push(`${date},${perDay},${2 * perDay},3,${perDay},4510`);
    for (let page = 0; page < perDay; page += 1) {
      pages.push(`${date},plausible.example,/page/${page},1,1,2`);
    }
  }
  const paths: string[] = [];
  for (const [table, rows] of Object.entries({ visitors, pages })) {
    const path = join(directory, `imported_${table}.csv`);
    await writeFile(path, `${rows.join("\n")}\n`);
    paths.push(path);
  }
  return paths;
}
