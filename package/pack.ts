/**
 * Makes the package that `npm install` takes, in the directory of the first argument, by default
 * this one. It builds in a copy of the sources, so that no file of an earlier build gets in.
 *
 * npm honours no lock file of a package, and no `overrides`. So the package brings the dependencies
 * that were tested along, except those with a build for each platform.
 */
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

interface LockFile {
  readonly packages: Readonly<Record<string, LockedPackage>>;
}

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly optional?: boolean;
}

type Versions = Readonly<Record<string, string>>;

const root = fileURLToPath(new URL("../", import.meta.url));
const copied = [
  "CHANGELOG.md",
  "LICENSE",
  "README.md",
  "docs",
  "package",
  "package.json",
  "schema",
  "src",
  "tsconfig.build.json",
  "tsconfig.json",
];

/** The registry has builds of these, or of their dependencies, for each platform. */
const platformPackages = ["chdb", "ffi-rs"];

const directory = resolve(process.argv[2] ?? ".");
const copy = await mkdtemp(join(tmpdir(), "footfall-pack-"));
try {
  for (const name of copied) await copyOf(name);
  const modules = join(copy, "node_modules");
  await symlink(join(root, "node_modules"), modules);
  npm("run", "--silent", "build");
  await rm(modules);
  const { packages } = (await readJson("package-lock.json")) as unknown as LockFile;
  for (const path of bundledPaths(packages)) await copyOf(path, isOfUse);
  await writeManifest(packages);
  npm("pack", "--silent", "--pack-destination", directory);
} finally {
  await rm(copy, { recursive: true, force: true });
}

async function copyOf(path: string, filter: (path: string) => boolean = () => true): Promise<void> {
  await cp(join(root, path), join(copy, path), { recursive: true, filter });
}

/**
 * Returns whether a file or directory of a dependency is used where it is installed. Source maps,
 * and what packages have to test themselves, are nearly half of their bytes.
 */
function isOfUse(path: string): boolean {
  if (path.endsWith(".map")) return false;
  return !/\/node_modules\/(@[^/]+\/)?[^@/][^/]*\/(tests?|benchmarks?|examples?)$/.test(path);
}

function npm(...args: readonly string[]): void {
  // Another environment would make the dashboard for debugging.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync("npm", args, { cwd: copy, env, stdio: ["ignore", "inherit", "inherit"] });
}

/** Returns the directories of the dependencies that the package brings along. */
function bundledPaths(packages: LockFile["packages"]): string[] {
  const others = platformPackages.map((name) => `node_modules/${name}`);
  return Object.entries(packages)
    .filter(([path, { dev, optional }]) => path !== "" && !dev && !optional)
    .flatMap(([path]) => (others.includes(path) ? [] : [path]));
}

/** Leaves out what needs a checkout. The other dependencies get the version of the lock file. */
async function writeManifest(packages: LockFile["packages"]): Promise<void> {
  const {
    scripts: _scripts,
    devDependencies: _devDependencies,
    overrides: _overrides,
    ...manifest
  } = await readJson("package.json");
  const locked = (some: unknown) =>
    Object.fromEntries(
      Object.keys(some as Versions).map((name) => [
        name,
        packages[`node_modules/${name}`]?.version ?? "",
      ]),
    );
  const dependencies = locked(manifest["dependencies"]);
  const text = {
    ...manifest,
    dependencies,
    optionalDependencies: locked(manifest["optionalDependencies"]),
    bundleDependencies: Object.keys(dependencies).filter(
      (name) => !platformPackages.includes(name),
    ),
  };
  await writeFile(join(copy, "package.json"), `${JSON.stringify(text, undefined, 2)}\n`);
}

async function readJson(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(root, name), "utf8")) as Record<string, unknown>;
}
