import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, readlink, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../../src/base/net/free-port.ts";
import { packageFile } from "../../../src/base/package-file.ts";
import { findRunningEngine } from "../../../src/clickhouse/embedded/engine.ts";
import {
  type EngineProcess,
  isEngineAt,
  startEngineProcess,
} from "../../../src/clickhouse/embedded/process.ts";
import { startImpostor } from "./impostor.ts";

const isRoot = process.getuid?.() === 0;
const nobody = 65534;

let directory: string;
let outside: string;
let secretFile: string;
let engine: EngineProcess;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-engine-"));
  outside = await mkdtemp(join(tmpdir(), "footfall-outside-"));
  secretFile = join(outside, "secret");
  await writeFile(secretFile, "a secret of Footfall's user", { mode: 0o600 });
  process.env["FOOTFALL_TEST_SECRET"] = "a secret in the environment";
  engine = await startEngineProcess({ directory, memoryBytesMax: 1024 ** 3 });
});
afterAll(async () => {
  delete process.env["FOOTFALL_TEST_SECRET"];
  await engine.kill();
  for (const path of [directory, outside]) await rm(path, { recursive: true, force: true });
});

interface Question {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

interface Answer {
  readonly status: number;
  readonly cors: string | null;
  readonly text: string;
}

const probe = `
const [origin, questions] = JSON.parse(process.argv[1]);
const ask = async ({ path, body, headers }) => {
  const reply = await fetch(origin + path, { method: body ? "POST" : "GET", headers, body });
  const cors = reply.headers.get("access-control-allow-origin");
  return { status: reply.status, cors, text: await reply.text() };
};
Promise.all(questions.map(ask)).then((answers) => console.log(JSON.stringify(answers)));`;

/** Asks from another process, as another user if this process may start one. */
async function askAsStranger(questions: readonly Question[]): Promise<Answer[]> {
  const { origin } = new URL(engine.url);
  const stranger = isRoot ? { uid: nobody, gid: nobody, cwd: "/" } : {};
  const args = ["-e", probe, JSON.stringify([origin, questions])];
  const { stdout } = await promisify(execFile)(process.execPath, args, { ...stranger, env: {} });
  return JSON.parse(stdout);
}

/** Resolves with the addresses at which the engine's process listens, as `127.0.0.1:4711`. */
async function listeners(): Promise<string[]> {
  const descriptors = await readdir(`/proc/${engine.pid}/fd`);
  const links = await Promise.all(
    descriptors.map((fd) => readlink(`/proc/${engine.pid}/fd/${fd}`).catch(() => "")),
  );
  const own = new Set(links.flatMap((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1] ?? []));
  const files = await Promise.all(
    ["tcp", "tcp6"].map((name) => readFile(`/proc/net/${name}`, "utf8")),
  );
  const rows = files.flatMap((text) => text.trim().split("\n").slice(1));
  return rows.flatMap((row) => {
    const [, local = "", , state, , , , , , inode = ""] = row.trim().split(/\s+/);
    const isListening = state === "0A" && own.has(inode);
    const [address = "", port = ""] = local.split(":");
    return isListening ? `${address}:${Number.parseInt(port, 16)}` : [];
  });
}

const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("another process of the machine, without the secret", () => {
  test("gets nothing from any address, by any user", async () => {
    const body = "SELECT 1";
    const questions = [
      { path: "/?query=SELECT%201" },
      { path: "/", body },
      { path: "/?user=default", body },
      { path: "/?user=default&password=", body },
      { path: "/?user=footfall", body },
      { path: "/", body, headers: { authorization: basic("default:") } },
      { path: "/", body, headers: { authorization: basic("footfall:wrong") } },
      { path: "/", body, headers: { authorization: "Basic " } },
      { path: "/", body, headers: { "x-clickhouse-user": "default", "x-clickhouse-key": "" } },
      ...["/ping", "/play", "/dashboard", "/binary", "/replicas_status", "/metrics"].map(
        (path) => ({ path }),
      ),
    ];
    const answers = await askAsStranger(questions);

    expect(answers.map(({ status }) => status)).toEqual(questions.map(() => 404));
    for (const { text } of answers) expect(text).toContain("There is no handle");
  });

  test("reads no file", async () => {
    const body = `SELECT file('${secretFile}'), file('/proc/self/environ')`;
    for (const { status, text } of await askAsStranger([
      { path: "/", body },
      { path: "/?user=default", body },
    ])) {
      expect(status).toBe(404);
      expect(text).not.toContain("a secret");
    }
  });

  test("lets no page of another origin read an answer", async () => {
    const path = "/?user=default&add_http_cors_header=1&query=SELECT%201";
    const answers = await askAsStranger([
      { path, headers: { origin: "https://evil.example" } },
      { path, headers: { host: "evil.example" } },
    ]);

    expect(answers.map(({ status, cors }) => [status, cors])).toEqual([
      [404, null],
      [404, null],
    ]);
  });

  test.runIf(process.platform === "linux")("finds one port, on loopback", async () => {
    expect(await listeners()).toEqual([`0100007F:${new URL(engine.url).port}`]);
  });

  test.runIf(process.platform === "linux")("learns no secret from the process", async () => {
    const commandLine = await readFile(`/proc/${engine.pid}/cmdline`, "utf8");
    const environment = await readFile(`/proc/${engine.pid}/environ`, "utf8");

    expect(commandLine).not.toContain(new URL(engine.url).password);
    expect(commandLine).not.toContain(new URL(engine.url).port);
    expect(environment.split("\0").filter(Boolean)).toEqual(["TZ=UTC"]);
  });

  test("finds no file of the engine that others may read", async () => {
    const names = await readdir(directory, { recursive: true });
    const modes = await Promise.all(
      names.map(async (name) => (await stat(join(directory, name))).mode),
    );

    expect(names.filter((_, nth) => ((modes[nth] ?? 0) & 0o077) !== 0)).toEqual([]);
  });
});

describe("a process that listens on the port before the engine", () => {
  test("is sent no password, and the engine does not start", async () => {
    const { port, received } = await startImpostor();
    const elsewhere = await mkdtemp(join(tmpdir(), "footfall-engine-"));
    const findPort = async () => port;
    const start = startEngineProcess({ directory: elsewhere, memoryBytesMax: 1024 ** 3, findPort });

    await expect(start).rejects.toThrow("the embedded ClickHouse did not start");
    expect(received.length).toBeGreaterThan(0);
    expect(received.filter(({ headers }) => headers.authorization !== undefined)).toEqual([]);
    await rm(elsewhere, { recursive: true, force: true });
  });

  test("has the engine try other ports", async () => {
    const { port } = await startImpostor();
    const ports = [port, port];
    const findPort = async () => ports.shift() ?? freePort("127.0.0.1");
    const elsewhere = await mkdtemp(join(tmpdir(), "footfall-engine-"));
    const options = { directory: elsewhere, memoryBytesMax: 1024 ** 3, findPort };
    const other = await startEngineProcess(options);

    expect(ports).toEqual([]);
    expect(await isEngineAt(other.url)).toBe(true);
    await other.kill();
    await rm(elsewhere, { recursive: true, force: true });
  });

  test("is not taken for an engine that runs, after a crash", async () => {
    const { port, received } = await startImpostor();
    const elsewhere = await mkdtemp(join(tmpdir(), "footfall-engine-"));
    await writeFile(join(elsewhere, "url"), `http://footfall:word@127.0.0.1:${port}/default`);
    await writeFile(join(elsewhere, "pid"), String(await pidOfDead()));

    expect(await findRunningEngine(elsewhere)).toBeUndefined();
    expect(received).toEqual([]);
    await rm(elsewhere, { recursive: true, force: true });
  });

  test("is sent no password, and not taken for it, when its process id is in use again", async () => {
    const { port, received } = await startImpostor();
    const elsewhere = await mkdtemp(join(tmpdir(), "footfall-engine-"));
    await writeFile(join(elsewhere, "url"), `http://footfall:word@127.0.0.1:${port}/default`);
    await writeFile(join(elsewhere, "pid"), String(process.pid));

    expect(await findRunningEngine(elsewhere)).toBeUndefined();
    expect(received).toHaveLength(1);
    expect(JSON.stringify(received)).not.toMatch(/authorization|word/i);
    await rm(elsewhere, { recursive: true, force: true });
  });
});

test("an engine that runs is found by its files", async () => {
  const elsewhere = await mkdtemp(join(tmpdir(), "footfall-engine-"));
  await writeFile(join(elsewhere, "url"), engine.url);
  await writeFile(join(elsewhere, "pid"), String(engine.pid));

  expect(await findRunningEngine(elsewhere)).toEqual({ url: engine.url, pid: engine.pid });
  await rm(elsewhere, { recursive: true, force: true });
});

async function pidOfDead(): Promise<number> {
  const child = execFile(process.execPath, ["--version"]);
  await once(child, "exit");
  return child.pid ?? 0;
}

test("an engine without its configuration does not start", async () => {
  const child = packageFile("dist/engine.js");
  const started = execFile(process.execPath, [child, `--config-file=${outside}/nothing.xml`]);
  let output = "";
  started.stderr?.on("data", (text: string) => {
    output += text;
  });
  const [code] = await once(started, "close");

  // Node would say so if there were no such program.
  expect([code, output]).toEqual([1, ""]);
});

describe("the user footfall", () => {
  const ask = async (query: string): Promise<string> => {
    const { origin, password, username } = new URL(engine.url);
    const authorization = basic(`${username}:${password}`);
    const reply = await fetch(origin, {
      method: "POST",
      body: query,
      headers: { authorization },
    });
    return reply.text();
  };

  test.each([
    ["reads no file as a table", () => `SELECT * FROM file('${secretFile}', 'LineAsString')`],
    ["describes no file", () => `DESCRIBE TABLE file('${secretFile}', 'LineAsString')`],
    ["reads no path as a table", () => `SELECT * FROM \`${secretFile}\``],
    ["asks no URL", () => "SELECT * FROM url('http://127.0.0.1:1/', 'LineAsString')"],
    ["asks no other server", () => "SELECT * FROM remote('127.0.0.1', 'system.one')"],
    [
      "writes no file",
      () => `INSERT INTO FUNCTION file('${outside}/a', 'CSV', 'a Int8') VALUES (1)`,
    ],
    [
      "makes no table of a file",
      () => `CREATE TABLE f (a String) ENGINE = File(CSV, '${outside}/b')`,
    ],
    ["makes no database", () => `CREATE DATABASE f ENGINE = Filesystem('${outside}')`],
    ["makes no backup", () => `BACKUP TABLE default.x TO File('${outside}/c')`],
    ["makes no user", () => "CREATE USER other"],
    ["gives itself nothing", () => "GRANT READ ON FILE TO footfall"],
    ["makes no function", () => "CREATE FUNCTION f AS (x) -> x"],
    ["does not open or close the door", () => "SYSTEM STOP LISTEN HTTP"],
    ["does not end the engine", () => "SYSTEM SHUTDOWN"],
  ])("%s", async (_what, query) => {
    expect(await ask(query())).toContain("ACCESS_DENIED");
    expect(await readdir(outside)).toEqual(["secret"]);
  });

  test("makes no table outside of the engine's directory", async () => {
    const text = await ask(
      `CREATE TABLE t (a Int8) ENGINE = MergeTree ORDER BY a SETTINGS disk = disk(type = local, path = '${outside}/d/')`,
    );

    expect(text).toContain("custom_local_disks_base_directory");
  });
});
