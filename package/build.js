/**
 * Makes `dist/` of the sources: `node package/build.js`. With `--if-needed` it does so only if they
 * have changed since. It builds in a copy of the sources, and swaps the directories at the end.
 * So a program that runs keeps its files until then, a build that fails changes nothing, and two
 * builds do not meet.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  cp,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const dist = join(root, "dist");
/** The files and directories that the build reads. */
const inputs = [
  "README.md",
  "docs",
  "languages",
  "package.json",
  "package/icons",
  "package/languages",
  "src",
  "tsconfig.json",
];
/** Files that change its result, too. */
const others = ["package-lock.json", "package/build.js"];
/** Directories of the sources that are made of `languages/`. */
const compiled = "compiled";
/** The file of `dist/` that names the sources of which it was made. */
const stampFile = "sources.sha256";

/**
 * Returns a text that differs if a file has changed, has come or is gone.
 * @returns {Promise<string>} The digest of all names, times and sizes.
 */
async function stampOfSources() {
  const lines = await Promise.all([...inputs, ...others].map((name) => linesOf(name)));
  // Vite builds for another environment if it is set.
  const texts = [process.env["NODE_ENV"] ?? "", ...lines.flat().sort()];
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}

/**
 * @param {string} name File or directory below the root.
 * @returns {Promise<string[]>} A line for each file; none if there is no such file.
 */
async function linesOf(name) {
  const stats = await stat(join(root, name)).catch(() => undefined);
  if (stats === undefined) return [];
  if (!stats.isDirectory()) return [`${name} ${stats.mtimeMs} ${stats.size}`];
  const entries = (await readdir(join(root, name))).filter((entry) => entry !== compiled);
  return (await Promise.all(entries.map((entry) => linesOf(`${name}/${entry}`)))).flat();
}

/**
 * Returns whether `dist/` was made of the sources with this stamp.
 * @param {string} stamp
 */
async function isMadeOf(stamp) {
  const text = await readFile(join(dist, stampFile), "utf8").catch(() => "");
  return text === stamp;
}

/**
 * Builds in a copy, and puts the result in the place of `dist/`. Resolves with the exit code.
 * @param {string} stamp
 */
async function build(stamp) {
  // Programs that run the sources, such as tests, read what is compiled there.
  const languages = await run("npm", ["run", "--silent", "build:languages"], root);
  if (languages !== 0) return languages;
  // Beside `dist/`, as directories can be swapped only within a file system.
  const copy = await mkdtemp(join(root, ".build-"));
  try {
    for (const name of inputs) await cp(join(root, name), join(copy, name), { recursive: true });
    await symlink(join(root, "node_modules"), join(copy, "node_modules"));
    const code = await run("npm", ["run", "--silent", "build:parts"], copy);
    if (code !== 0) return code;
    await writeFile(join(copy, "dist", stampFile), stamp);
    // Another start may have built the same meanwhile, and runs it.
    if (isAsked && (await isMadeOf(stamp))) return 0;
    await rename(dist, join(copy, "old")).catch(ignoreMissing);
    // Or it does so at this moment.
    await rename(join(copy, "dist"), dist).catch(async (error) => {
      if (!(await isMadeOf(stamp))) throw error;
    });
    return 0;
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Resolves with the exit code of a command.
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<number>}
 */
async function run(command, args, cwd) {
  const [code] = await once(spawn(command, args, { cwd, stdio: "inherit" }), "exit");
  return code ?? 1;
}

/** @param {NodeJS.ErrnoException} error */
function ignoreMissing(error) {
  if (error.code !== "ENOENT") throw error;
}

const isAsked = process.argv.includes("--if-needed");
// Ctrl-C ends the build, and what it has made is still removed.
process.on("SIGINT", () => {});
const stamp = await stampOfSources();
if (!(isAsked && (await isMadeOf(stamp)))) process.exitCode = await build(stamp);
