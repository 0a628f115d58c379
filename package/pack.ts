/**
 * Makes the package that `npm install` takes, in the directory of the first argument, by default
 * this one. It builds in a copy of the sources, so that no file of an earlier build gets in.
 *
 * The program holds its dependencies in the versions that were tested, except those with a build
 * for each platform, which npm installs.
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
}

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
  await writeManifest(packages);
  npm("pack", "--silent", "--pack-destination", directory);
} finally {
  await rm(copy, { recursive: true, force: true });
}

async function copyOf(path: string): Promise<void> {
  await cp(join(root, path), join(copy, path), { recursive: true });
}

function npm(...args: readonly string[]): void {
  // Another environment would make the dashboard for debugging.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync("npm", args, { cwd: copy, env, stdio: ["ignore", "inherit", "inherit"] });
}

/** Leaves out what needs a checkout. Dependencies get the version of the lock file. */
async function writeManifest(packages: LockFile["packages"]): Promise<void> {
  const {
    scripts: _scripts,
    devDependencies: _devDependencies,
    overrides: _overrides,
    ...manifest
  } = await readJson("package.json");
  const locked = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? ""]),
    );
  const text = {
    ...manifest,
    dependencies: locked(platformPackages),
    optionalDependencies: locked(Object.keys(manifest["optionalDependencies"] as object)),
  };
  await writeFile(join(copy, "package.json"), `${JSON.stringify(text, undefined, 2)}\n`);
}

async function readJson(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(root, name), "utf8")) as Record<string, unknown>;
}
