import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, join } from "node:path";

import { writeAccessLog } from "./access-log.ts";
import { type Generator, measureLoad, startGenerator } from "./generator.ts";
import { type Footfall, settle, startFootfall } from "./program.ts";
import { median, print, table } from "./report.ts";
import { checkCounted, storeWebsite } from "./website.ts";

/** An import that runs while events come in. */
interface Side {
  readonly source: string;
  /** Resolves with the paths of the files. */
  readonly write: (directory: string) => Promise<string[]>;
}

/** The p99 of windows in milliseconds: their median, and the worst one. */
interface Waits {
  readonly windows: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

const ratePerSecond = 300;
const connections = 32;
const windowSeconds = 4;
const quietWindows = 5;
const catchUpMs = 60_000;
/** As often as the dashboard asks how far an import is. */
const lookEveryMs = 1_000;

/** Measures how long single events wait for their 202 while imports run, and while they do not. */
export async function measureBesideImports(lines: number): Promise<void> {
  const sides: Side[] = [
    { source: "umami", write: (directory) => writeUmami(directory, lines) },
    { source: "plausible", write: (directory) => writePlausible(directory, lines) },
    {
      source: "access-log",
      write: async (directory) => {
        const path = join(directory, "access.log");
        await writeAccessLog(path, "pages", lines);
        return [path];
      },
    },
  ];
  const generator = startGenerator();
  const footfall = await startFootfall({});
  try {
    const websiteId = await storeWebsite(footfall);
    const load = new SteadyLoad(generator, footfall);
    await load.windows(1);
    const rows: string[][] = [];
    for (const side of sides) rows.push(...(await measureSide(side, load, footfall)));
    print(
      `\n${ratePerSecond} events/s, p99 of windows of ${windowSeconds} s, imports of ${lines} rows`,
    );
    print(table(["", "windows", "p99 ms", "worst ms", "beside without"], rows));
    await checkCounted(footfall, websiteId, load.sent, catchUpMs);
  } finally {
    generator.stop();
    await footfall.stop();
  }
}

/** Returns the rows of the table for one import. */
async function measureSide(
  { source, write }: Side,
  load: SteadyLoad,
  footfall: Footfall,
): Promise<string[][]> {
  const paths = await write(footfall.directory);
  const websiteId = await storeWebsite(footfall, `${source}.example`);
  await settle(footfall.pid);
  const before = await load.windows(quietWindows);
  const address = `${footfall.url}/api/v1/websites/${websiteId}/imports`;
  const [importId, uploading] = await load.beside(upload(footfall, address, source, paths));
  const url = `${address}/${importId}`;
  const [, importing] = await load.beside(ended(footfall, url));
  await settle(footfall.pid);
  const after = await load.windows(quietWindows);
  await fetch(url, { method: "DELETE", headers: authorization(footfall) });
  const [, undoing] = await load.beside(gone(footfall, url));
  const base = (before.medianMs + after.medianMs) / 2;
  const all: [string, Waits][] = [
    ["without", before],
    ["uploading", uploading],
    ["importing", importing],
    ["without", after],
    ["undoing", undoing],
  ];
  return all.map(([name, { windows, medianMs, worstMs }]) => [
    `${source}: ${name}`,
    String(windows),
    medianMs.toFixed(2),
    worstMs.toFixed(2),
    (medianMs / base).toFixed(2),
  ]);
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

  async windows(count: number): Promise<Waits> {
    const p99s: number[] = [];
    for (let nth = 0; nth < count; nth += 1) p99s.push(await this.#window());
    return waitsOf(p99s);
  }

  /** Sends windows until the work has ended, one at least. */
  async beside<T>(work: Promise<T>): Promise<[result: T, waits: Waits]> {
    let isOver = false;
    const over = work.finally(() => {
      isOver = true;
    });
    const p99s: number[] = [];
    do p99s.push(await this.#window());
    while (!isOver);
    // The last window saw the end.
    return [await over, waitsOf(p99s.length > 1 ? p99s.slice(0, -1) : p99s)];
  }

  async #window(): Promise<number> {
    const order = { connections, seconds: windowSeconds, ratePerSecond };
    const { p99Ms, requests } = await measureLoad(this.#generator, this.#footfall, order);
    this.sent += requests;
    return p99Ms;
  }
}

function waitsOf(p99s: readonly number[]): Waits {
  return { windows: p99s.length, medianMs: median(p99s), worstMs: Math.max(...p99s) };
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
