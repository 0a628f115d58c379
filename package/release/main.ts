/**
 * `npm run release -- VERSION` makes a release, in a worktree of its own: nothing but the finished
 * release changes the checkout. RELEASING.md says what it does, and how to use it.
 */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";

import { cutChangelog, releasedVersions } from "./changelog.ts";
import { makeSbom } from "./sbom.ts";
import { checkVersion, replaceVersion, versionPlaces } from "./version.ts";

const usage = "usage: npm run release -- VERSION [--dry-run] [--output DIRECTORY]";
/** These scripts must succeed. The first one keeps a `DATA_DIR` of the release. */
const scripts = ["keep-release", "lint", "types", "test"];

const root = process.cwd();
// Ctrl-C ends the step that runs, which ends this program after it has removed its files.
process.on("SIGINT", () => undefined);
try {
  await release();
} catch (error) {
  process.stderr.write(`release: ${(error as Error).message}\n`);
  process.exitCode = 1;
}

async function release(): Promise<void> {
  const { version, dryRun, output } = readArguments();
  await checkCheckout(version);
  const temporary = await mkdtemp(join(tmpdir(), "footfall-release-"));
  const [tree, files] = [join(temporary, "tree"), join(temporary, "files")];
  try {
    run(root, "git", "worktree", "add", "--quiet", "--detach", tree, "HEAD");
    await symlink(join(root, "node_modules"), join(tree, "node_modules"));
    await setVersion(tree, version);
    for (const script of scripts) run(tree, "npm", "run", "--silent", script);
    await mkdir(files);
    await makeFiles(tree, files, version);
    if (dryRun) {
      say(`${version} can be released; this was a trial, and nothing was changed`);
      return;
    }
    run(tree, "git", "add", "--all");
    run(tree, "git", "commit", "--quiet", "--message", `chore(release): ${version}`);
    run(root, "git", "merge", "--quiet", "--ff-only", read(tree, "rev-parse", "HEAD"));
    run(root, "git", "tag", "--annotate", `v${version}`, "--message", `Footfall ${version}`);
    await cp(files, output, { recursive: true });
    say(`${version} is committed and tagged; its files are in ${output}. Nothing was published`);
  } finally {
    await rm(temporary, { recursive: true, force: true });
    run(root, "git", "worktree", "prune");
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      "dry-run": { type: "boolean", default: false },
      output: { type: "string", default: "release" },
    },
  });
  const [version, ...others] = positionals;
  if (version === undefined || others.length > 0) throw new Error(usage);
  return { version, dryRun: values["dry-run"], output: resolve(values.output) };
}

/** Throws if the checkout cannot be released as this version. */
async function checkCheckout(version: string): Promise<void> {
  const changelog = await readFile(join(root, "CHANGELOG.md"), "utf8");
  checkVersion(version, await presentVersion(root), releasedVersions(changelog));
  cutChangelog(changelog, version, today());
  if (read(root, "branch", "--show-current") !== "main") throw new Error("this is not main");
  if (read(root, "status", "--porcelain") !== "") throw new Error("there are uncommitted changes");
  if (read(root, "tag", "--list", `v${version}`) !== "") throw new Error(`v${version} exists`);
}

/** Cuts the changelog, and writes the version into every file that names it. */
async function setVersion(tree: string, version: string): Promise<void> {
  const present = await presentVersion(tree);
  const edit = async (name: string, change: (text: string) => string) => {
    const path = join(tree, name);
    const text = await readFile(path, "utf8");
    const changed = change(text);
    if (changed !== text) await writeFile(path, changed);
  };
  await edit("CHANGELOG.md", (text) => cutChangelog(text, version, today()));
  for (const name of read(tree, "ls-files", ...versionPlaces).split("\n")) {
    await edit(name, (text) => replaceVersion(text, present, version));
  }
  const flags = ["--silent", "--no-git-tag-version", "--allow-same-version"];
  run(tree, "npm", "version", version, ...flags);
}

/** Makes the packages, the bill of materials, and the checksums of all three. */
async function makeFiles(tree: string, directory: string, version: string): Promise<void> {
  run(tree, "npm", "run", "--silent", "pack", "--", directory);
  await writeFile(join(directory, `footfall-${version}.cdx.json`), await makeSbom(tree));
  const lines: string[] = [];
  for (const name of (await readdir(directory)).sort()) {
    const hash = createHash("sha256").update(await readFile(join(directory, name)));
    lines.push(`${hash.digest("hex")}  ${name}\n`);
  }
  await writeFile(join(directory, `footfall-${version}.sha256`), lines.join(""));
  say(`made\n${lines.join("")}`.trimEnd());
}

async function presentVersion(directory: string): Promise<string> {
  return JSON.parse(await readFile(join(directory, "package.json"), "utf8")).version;
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Runs a command, which prints for itself. Throws if it fails. */
function run(cwd: string, command: string, ...args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd, stdio: ["ignore", "inherit", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

/** Returns what git prints. */
function read(cwd: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr.trim()}`);
  return stdout.trim();
}

function say(line: string): void {
  process.stdout.write(`release: ${line}\n`);
}
