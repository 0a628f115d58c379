import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "../helpers/eventually.ts";
import {
  authorization,
  pages,
  startProgram,
  startServer,
  storeWebsite,
  track,
} from "../helpers/program.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const packBytesMax = 10 * 1024 ** 2;
const run = promisify(execFile);

let directory = "";
let file = "";
let trackerFile = "";
let installed = "";
let footfall = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-install-"));
  const app = join(directory, "app");
  await run("npm", ["run", "--silent", "pack", "--", directory], { cwd: root });
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  file = `footfall-analytics-server-${version}.tgz`;
  trackerFile = `footfall-analytics-tracker-${version}.tgz`;
  await run(
    "npm",
    ["install", "--prefix", app, "--omit=dev", "--ignore-scripts", "--prefer-offline", file],
    { cwd: directory },
  );
  installed = join(app, "node_modules/@footfall-analytics/server");
  footfall = join(app, "node_modules/.bin/footfall");
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

/** Runs the installed command. Resolves with what it printed. */
async function outputOf(...args: string[]): Promise<string> {
  const { stdout } = await run(footfall, args, { cwd: directory });
  return stdout;
}

test("the package is small, and holds no sources, tests or tools", async () => {
  expect((await readdir(directory)).filter((name) => name.endsWith(".tgz")).sort()).toEqual([
    file,
    trackerFile,
  ]);
  const bytes = (await readFile(join(directory, file))).length;
  const manifest = JSON.parse(await readFile(join(installed, "package.json"), "utf8"));

  expect(bytes).toBeLessThan(packBytesMax);
  expect((await readdir(installed)).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "dist",
    "docs",
    "package",
    "package.json",
    "schema",
  ]);
  expect(manifest).not.toHaveProperty("devDependencies");
  expect(await readdir(join(installed, "package"))).toEqual(["footfall.service"]);
  expect(
    (await readdir(join(installed, "dist"))).filter((name) => /map$|tsbuild/.test(name)),
  ).toEqual([]);
  const { stdout } = await run("tar", ["tzf", join(directory, file)], { maxBuffer: packBytesMax });
  expect(stdout.split("\n").filter((name) => /\.map$|(?<!\.d)\.ts$/.test(name))).toEqual([]);
});

test("dependencies are in the program with their licences, or installed as in the lock file", async () => {
  const json = async (path: string) => JSON.parse(await readFile(path, "utf8"));
  const { packages } = await json(join(root, "package-lock.json"));
  const version = (name: string) => packages[`node_modules/${name}`].version;
  const { dependencies, optionalDependencies } = await json(join(root, "package.json"));
  const installedWith = ["chdb", "ffi-rs", ...Object.keys(optionalDependencies)];
  const ofTypes = "@fastify/type-provider-typebox";

  for (const name of installedWith) {
    const manifest = await json(join(directory, "app/node_modules", name, "package.json"));
    expect({ name, version: manifest.version }).toEqual({ name, version: version(name) });
  }
  const ofDashboard = await readFile(join(installed, "dist/dashboard/licenses.md"), "utf8");
  const licences = ofDashboard + (await readFile(join(installed, "dist/licenses.md"), "utf8"));
  const bundled = Object.keys(dependencies).filter((name) => !installedWith.includes(name));
  for (const name of bundled.filter((name) => name !== ofTypes)) {
    expect(licences).toContain(`\n## ${name} - ${version(name)} (`);
  }
  expect(ofDashboard).toContain("preact");
});

test("the tracker is a package of its own, with types and without dependencies", async () => {
  const page = join(directory, "page");
  await run("npm", ["install", "--prefix", page, "--offline", trackerFile], { cwd: directory });
  const tracker = join(page, "node_modules/@footfall-analytics/tracker");
  const manifest = JSON.parse(await readFile(join(tracker, "package.json"), "utf8"));
  const { version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

  expect(manifest).toMatchObject({ version, license: "MIT", private: true });
  expect(manifest).not.toHaveProperty("dependencies");
  expect(await readdir(join(page, "node_modules/@footfall-analytics"))).toEqual(["tracker"]);
  const [, example = ""] = /```js\n([\s\S]+?)```/.exec(
    await readFile(join(tracker, "README.md"), "utf8"),
  ) ?? [""];
  await writeFile(join(page, "right.ts"), example);
  await writeFile(join(page, "wrong.ts"), example.replace("domain:", "domian:"));
  const tsc = join(root, "node_modules/.bin/tsc");
  for (const resolution of ["bundler", "nodenext"]) {
    const module = resolution === "bundler" ? "esnext" : resolution;
    const options = ["--strict", "--noEmit", "--module", module, "--moduleResolution", resolution];
    const compile = (name: string) =>
      run(tsc, ["--ignoreConfig", ...options, "--types", "", "--lib", "es2022,dom", name], {
        cwd: page,
      });
    await compile("right.ts");
    await expect(compile("wrong.ts")).rejects.toMatchObject({
      stdout: expect.stringContaining("'domian' does not exist in type 'TrackerOptions'"),
    });
  }
  await run(process.execPath, ["--eval", 'import("@footfall-analytics/tracker")'], { cwd: page });
});

test("--version, --help and an unknown command answer without settings", async () => {
  const { name, version } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));

  const [first, address = ""] = (await outputOf("--version")).split("\n");
  expect(first).toBe(`footfall ${version} (${name})`);
  expect(fileURLToPath(address)).toBe(join(await realpath(installed), "README.md"));
  expect(await outputOf("--help")).toContain("usage: footfall [COMMAND] [ARGUMENT…]");
  expect(await outputOf("import", "--help")).toMatch(/^usage: footfall import --website DOMAIN/);
  const unknown = startProgram(["imprt"], {}, footfall);
  expect(await unknown.exited).toBe(1);
  expect(unknown.stderr()).toMatch(/^footfall: unknown command imprt; .*\n$/);
});

test("it serves: an event is counted, and the dashboard, tracker and description are there", async () => {
  const {
    url,
    process: server,
    exited,
  } = await startServer({ DATA_DIR: join(directory, "data") }, [], footfall);
  const id = await storeWebsite(url, "example.com");
  expect((await track(url, "example.com", "/installed")).status).toBe(202);
  await eventually(async () =>
    expect(await pages(url, id)).toEqual([
      expect.objectContaining({ value: "/installed", count: 1 }),
    ]),
  );

  const get = async (path: string) => {
    const reply = await fetch(`${url}${path}`, { headers: authorization });
    expect(reply.status).toBe(200);
    return reply.text();
  };
  const page = await get("/");
  expect(page).toContain("data-view=");
  const [, script = ""] = /<script[^>]+src="([^"]+)"/.exec(page) ?? [];
  expect((await get(script)).length).toBeGreaterThan(10_000);
  expect(await get("/js/script.js")).toBe(
    await readFile(join(installed, "dist/tracker/script.js"), "utf8"),
  );
  const { openapi, paths } = JSON.parse(await get("/openapi.json"));
  expect(openapi).toBe("3.1.0");
  expect(paths).toHaveProperty("/api/event");

  server.kill("SIGTERM");
  expect(await exited).toBe(0);
});
