/**
 * Makes the packages that `npm install` takes: the server, and the tracker for pages that are
 * bundled. It writes them to the directory of the first argument, by default this one. It builds in
 * a copy of the sources, so that no file of an earlier build gets in.
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
  "languages",
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
  for (const name of copied) await cp(join(root, name), join(copy, name), { recursive: true });
  const modules = join(copy, "node_modules");
  await symlink(join(root, "node_modules"), modules);
  npm(copy, "run", "--silent", "build:parts");
  await rm(modules);
  const manifest = await readJson("package.json");
  await pack(copy, await serverManifest(manifest));

  const tracker = join(copy, "package/tracker");
  for (const name of ["module.js", "module.d.ts", "track.d.ts"]) {
    await cp(join(copy, "dist/tracker", name), join(tracker, name));
  }
  await cp(join(copy, "LICENSE"), join(tracker, "LICENSE"));
  const { version, license } = manifest;
  await pack(tracker, { ...(await readJson("package/tracker/package.json")), version, license });
} finally {
  await rm(copy, { recursive: true, force: true });
}

function npm(cwd: string, ...args: readonly string[]): void {
  // Another environment would make the dashboard for debugging.
  const env = { ...process.env, NODE_ENV: "production" };
  execFileSync("npm", args, { cwd, env, stdio: ["ignore", "inherit", "inherit"] });
}

async function pack(source: string, manifest: object): Promise<void> {
  await writeFile(join(source, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  npm(source, "pack", "--silent", "--pack-destination", directory);
}

/** Leaves out what needs a checkout. Dependencies get the version of the lock file. */
async function serverManifest({
  scripts: _scripts,
  devDependencies: _devDependencies,
  overrides: _overrides,
  ...manifest
}: Record<string, unknown>): Promise<object> {
  const { packages } = (await readJson("package-lock.json")) as unknown as LockFile;
  const locked = (names: readonly string[]) =>
    Object.fromEntries(
      names.map((name) => [name, packages[`node_modules/${name}`]?.version ?? ""]),
    );
  return {
    ...manifest,
    dependencies: locked(platformPackages),
    optionalDependencies: locked(Object.keys(manifest["optionalDependencies"] as object)),
  };
}

async function readJson(name: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(root, name), "utf8")) as Record<string, unknown>;
}
