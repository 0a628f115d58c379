import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";

import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { emptyDatabase, newDatabase } from "../helpers/footfalls.ts";
import { pages, storeWebsite, track } from "../helpers/program.ts";
import { missing, Podman } from "./podman.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const shell = promisify(execFile);
const reason = missing();
const image = "footfall:local";
const olderImage = "footfall:older";
/** The program, and the database of places, which is most of it. */
const ownBytesMax = 160_000_000;

/** Podman's own are more than this machine may allow. */
const ulimits = ["--ulimit", "nofile=4096:4096", "--ulimit", "nproc=4096:4096"];

let podman: Podman;
let base = "";
afterAll(stopAll);

/** The service `footfall` of docker-compose.yml. */
interface Service {
  readonly user: string;
  readonly read_only: boolean;
  readonly tmpfs: readonly string[];
  readonly mem_limit: string;
  readonly cap_drop: readonly string[];
  readonly security_opt: readonly string[];
  readonly stop_grace_period: string;
}

async function readService(): Promise<Service> {
  const { services } = parse(await readFile(join(root, "docker-compose.yml"), "utf8"));
  return services.footfall;
}

/** Builds the image of this checkout, and that of the commit before the schema's last change. */
async function buildBoth(): Promise<void> {
  podman = await Podman.open();
  [base = ""] = /node:\S+/.exec(await readFile(join(root, "Dockerfile"), "utf8")) ?? [];
  await podman.provideBase(base);
  await podman.build(root, image);
  const git = async (...args: string[]) =>
    (await shell("git", ["-C", root, ...args])).stdout.trim();
  const older = `${await git("log", "-1", "--format=%H", "--", "schema")}^`;
  const checkout = await temporaryDirectory();
  await git("archive", `--output=${checkout}/sources.tar`, older);
  await shell("tar", ["-xf", `${checkout}/sources.tar`, "-C", checkout]);
  await podman.build(checkout, olderImage);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts a container as docker-compose.yml does, but for its networks. Resolves with its URL. */
async function start(tag: string, name: string, volume: string, store: string): Promise<string> {
  const service = await readService();
  const port = await freePort();
  const [, memory = ""] = /:-(\w+)\}/.exec(service.mem_limit) ?? [];
  const env = { API_KEYS: apiKey, CLICKHOUSE_URL: store, PORT: String(port), WORKERS: "2" };
  await podman.run(
    "run",
    "--detach",
    "--name",
    name,
    "--network",
    "host",
    ...ulimits,
    "--user",
    service.user,
    "--memory",
    memory,
    "--volume",
    `${volume}:/var/lib/footfall`,
    `--read-only=${service.read_only}`,
    "--read-only-tmpfs=false",
    ...service.tmpfs.flatMap((mount) => ["--tmpfs", mount]),
    ...service.cap_drop.flatMap((capability) => ["--cap-drop", capability]),
    ...service.security_opt.flatMap((option) => ["--security-opt", option.replace(/:true$/, "")]),
    ...Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]),
    tag,
  );
  await eventually(() => podman.run("healthcheck", "run", name));
  return `http://127.0.0.1:${port}`;
}

/** Runs JavaScript in a container, and resolves with what it printed. */
function evaluate(name: string, script: string): Promise<string> {
  return podman.run("exec", name, "node", "--eval", script);
}

describe.skipIf(reason)(
  `the image${reason === undefined ? "" : ` (not run: it ${reason})`}`,
  () => {
    beforeAll(buildBoth, 1_800_000);

    test("is small, and its configuration is that of the Dockerfile", async () => {
      const [{ Size: bytes, Config, Healthcheck }] = JSON.parse(
        await podman.run("image", "inspect", image),
      );
      const baseBytes = Number(await podman.run("image", "inspect", "--format", "{{.Size}}", base));

      process.stdout.write(`${base} has ${baseBytes} bytes, ${image} ${bytes - baseBytes} more\n`);
      expect(bytes - baseBytes).toBeLessThan(ownBytesMax);
      expect(Config).toMatchObject({
        User: "node",
        StopSignal: "SIGTERM",
        WorkingDir: "/app",
        Volumes: { "/var/lib/footfall": {} },
        ExposedPorts: { "8080/tcp": {} },
      });
      expect(Healthcheck).toMatchObject({ Retries: 3, Timeout: 5e9 });
    });

    test("runs without root, can write its volume and /tmp alone, and stops in order", async () => {
      const url = await start(image, "one", "one-data", await newDatabase());
      const status = await evaluate(
        "one",
        'console.log(fs.readFileSync("/proc/1/status", "utf8"))',
      );
      expect(status).toMatch(/^Uid:\t1000\t1000\t1000\t1000$/m);
      expect(status).toMatch(/^Gid:\t1000\t1000\t1000\t1000$/m);
      expect(status).toMatch(/^CapEff:\t0{16}$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      const paths = ["/", "/app", "/home/node", "/var/tmp", "/tmp", "/var/lib/footfall"];
      const attempts = `for (const path of ${JSON.stringify(paths)}) {
      try { fs.writeFileSync(path + "/attempt", ""); console.log(path); } catch {}
    }`;
      expect((await evaluate("one", attempts)).split("\n")).toEqual(["/tmp", "/var/lib/footfall"]);

      const id = await storeWebsite(url, "example.com");
      expect((await track(url, "example.com", "/contained")).status).toBe(202);
      await eventually(async () => expect(await pages(url, id)).toHaveLength(1));

      const { stop_grace_period } = await readService();
      const startMs = performance.now();
      await podman.run("stop", "--time", stop_grace_period.replace("s", ""), "one");
      process.stdout.write(
        `stopped after ${((performance.now() - startMs) / 1_000).toFixed(1)} s\n`,
      );
      expect(await podman.run("inspect", "--format", "{{.State.ExitCode}}", "one")).toBe("0");
    });

    test("is unhealthy where nothing listens", async () => {
      const command = JSON.parse(
        await podman.run("image", "inspect", "--format", "{{json .HealthCheck.Test}}", image),
      ) as string[];
      const [, ...words] = command;
      const run = podman.run(
        "run",
        "--rm",
        "--network",
        "none",
        ...ulimits,
        "--entrypoint",
        words[0] ?? "",
        image,
        ...words.slice(1),
      );
      await expect(run).rejects.toMatchObject({ code: 1 });
    });

    test("says what it lacks without a ClickHouse server, and ends", async () => {
      const run = podman.run("run", "--rm", ...ulimits, image);
      await expect(run).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/^footfall: .*CLICKHOUSE_URL/m),
      });
    });

    test("goes on with the volume of an older image, whose last events are in the log", async () => {
      const store = emptyDatabase();
      const older = await start(olderImage, "older", "kept-data", store);
      const id = await storeWebsite(older, "example.com");
      const paths = Array.from({ length: 20 }, (_, nth) => `/${nth}`);
      await Promise.all(paths.map((path) => track(older, "example.com", path)));
      await podman.run("kill", "--signal", "KILL", "older");

      const newer = await start(image, "newer", "kept-data", store);
      await eventually(async () =>
        expect((await pages(newer, id)).map(({ value }) => value).sort()).toEqual(paths.sort()),
      );
    });
  },
);
