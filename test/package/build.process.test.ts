import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, readdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";

const script = fileURLToPath(new URL("../../package/build.js", import.meta.url));

let root: string;
/** A checkout whose build copies a source, and notes that it ran. */
beforeEach(async () => {
  root = await temporaryDirectory();
  await mkdir(join(root, "package/languages"), { recursive: true });
  await mkdir(join(root, "package/icons"));
  await mkdir(join(root, "languages"));
  await mkdir(join(root, "src"));
  await mkdir(join(root, "docs"));
  await cp(script, join(root, "package/build.js"));
  const parts = `mkdir dist && cp src/main.js dist/main.js && echo >> '${root}/builds' && test ! -e src/broken`;
  const scripts = { "build:languages": "true", "build:parts": parts };
  const manifest = { type: "module", scripts };
  await writeFile(join(root, "package.json"), JSON.stringify(manifest));
  for (const name of ["README.md", "tsconfig.json"]) await writeFile(join(root, name), "");
  await write("src/main.js", "one");
});
afterAll(stopAll);

const write = (name: string, text: string) => writeFile(join(root, name), text);
const built = () => readFile(join(root, "dist/main.js"), "utf8");
const builds = async () => (await readFile(join(root, "builds"), "utf8")).length;

/** Resolves with the exit code. */
async function build(...args: string[]): Promise<number> {
  const child = spawn(process.execPath, ["package/build.js", ...args], { cwd: root });
  const [code] = await once(child, "exit");
  return code;
}

test("a start builds only if a source has changed, has come or is gone", async () => {
  expect([await build("--if-needed"), await build("--if-needed")]).toEqual([0, 0]);
  expect([await built(), await builds()]).toEqual(["one", 1]);

  await write("src/main.js", "two");
  await build("--if-needed");
  expect([await built(), await builds()]).toEqual(["two", 2]);
  await write("src/more.js", "");
  await build("--if-needed");
  // An older file of a branch has another time.
  await utimes(join(root, "src/main.js"), 1_000, 1_000);
  await build("--if-needed");
  expect(await builds()).toBe(4);

  await build();
  expect(await builds()).toBe(5);
});

test("a build that fails leaves what is there, and the next start tries again", async () => {
  await build();
  await write("src/main.js", "two");
  await write("src/broken", "");
  expect(await build("--if-needed")).not.toBe(0);
  expect(await built()).toBe("one");
  expect(await build("--if-needed")).not.toBe(0);
});

test("several starts at once leave one whole build, and nothing else", async () => {
  const codes = await Promise.all([1, 2, 3].map(() => build("--if-needed")));
  expect(codes).toEqual([0, 0, 0]);
  expect((await readdir(join(root, "dist"))).sort()).toEqual(["main.js", "sources.sha256"]);
  expect((await readdir(root)).filter((name) => name.startsWith("."))).toEqual([]);
});
