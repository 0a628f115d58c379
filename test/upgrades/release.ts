import { execFile } from "node:child_process";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";

import { startFootfall, type TestFootfall } from "../helpers/footfall.ts";

export const run = promisify(execFile);

/** A request of somebody, by its path and headers. */
export interface Question {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A question with its answer: the parsed body, or the sorted lines of an export. */
export interface Answer extends Question {
  readonly status: number;
  readonly body: unknown;
}

/** The facts about a kept `DATA_DIR` that no answer has. */
export interface Scene {
  /** The server's time. */
  readonly at: string;
  readonly apiKey: string;
  readonly domain: string;
  readonly websiteId: number;
  /** The page that a visitor of the open day has seen. */
  readonly page: string;
  /** A request with an idempotency key that the release has answered. */
  readonly repeated: { readonly key: string; readonly events: readonly object[] };
}

/** Resolves with the releases whose `DATA_DIR` is kept. */
export async function keptReleases(): Promise<string[]> {
  const entries = await readdir(new URL(".", import.meta.url), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}

/** Returns the path of a kept file of the release. */
export function keptFile(release: string, name: string): string {
  return fileURLToPath(new URL(`${release}/${name}`, import.meta.url));
}

/**
 * Unpacks the `DATA_DIR` of the release into a directory. Its tables have no `TTL` any more:
 * ClickHouse would apply it by the real clock, and the kept rows would be gone one day.
 */
export async function unpack(release: string, directory: string): Promise<void> {
  await run("tar", ["-xzf", keptFile(release, "data.tar.gz"), "-C", directory]);
  const tables = join(directory, "clickhouse/data/store");
  const files = await readdir(tables, { recursive: true });
  for (const name of files.filter((file) => file.endsWith(".sql"))) {
    const table = join(tables, name);
    const definition = await readFile(table, "utf8");
    await writeFile(table, definition.replace(/^TTL .*\n/m, ""));
  }
}

export async function readScene(release: string): Promise<Scene> {
  return JSON.parse(await readFile(keptFile(release, "scene.json"), "utf8"));
}

export async function readAnswers(release: string): Promise<Answer[]> {
  const text = gunzipSync(await readFile(keptFile(release, "answers.ndjson.gz"))).toString();
  const lines = text.trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Starts Footfall on a `DATA_DIR`, at a time of the past, with the key that is stored there. */
export function startAt(directory: string, at: string): Promise<TestFootfall> {
  const env = { DATA_DIR: directory, API_KEYS: "", BASE_URL: "https://stats.example" };
  return startFootfall(env, Date.parse(at) - Date.now());
}

/** Resolves with the answers, one after the other. */
export async function ask(
  { url }: TestFootfall,
  questions: readonly Question[],
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const { path, headers } of questions) {
    const reply = await fetch(url + path, { headers: { ...headers, "cache-control": "no-cache" } });
    // The port is another one each time.
    const text = (await reply.text()).replaceAll(url, "");
    answers.push({ path, headers, status: reply.status, body: parse(reply, text) });
  }
  return answers;
}

function parse({ headers }: Response, text: string): unknown {
  const isExport = headers.get("content-type")?.startsWith("application/x-ndjson");
  if (!isExport) return JSON.parse(text);
  // Each export has ids of its own for visitors.
  return text
    .trimEnd()
    .replaceAll(/"visitor":"\w+",/g, "")
    .split("\n")
    .sort();
}
