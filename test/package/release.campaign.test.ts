import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";

const version = "999.0.0";
const run = promisify(execFile);

let directory = "";
let clone = "";
let files = "";
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-clone-"));
  clone = join(directory, "clone");
  files = join(directory, "files");
  await run("git", ["clone", "--quiet", packageFile(""), clone]);
  await symlink(packageFile("node_modules"), join(clone, "node_modules"));
  // The checks are those that everybody runs. They would take minutes here.
  const manifest = JSON.parse(await readFile(join(clone, "package.json"), "utf8"));
  const quick = {
    "keep-release": "node -e 0",
    lint: "node -e 0",
    types: "node -e 0",
    test: "node -e 0",
  };
  const scripts = { ...manifest.scripts, ...quick };
  await writeFile(join(clone, "package.json"), JSON.stringify({ ...manifest, scripts }));
  await git("switch", "--quiet", "--force-create", "main");
  await git("config", "user.name", "Maintainer");
  await git("config", "user.email", "maintainer@example.com");
  await git("commit", "--quiet", "--all", "--message", "test: quick checks");
  await run("npm", ["run", "--silent", "release", "--", version, "--output", files], {
    cwd: clone,
  });
});
afterAll(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));

/** Resolves with what git prints. */
async function git(...args: string[]): Promise<string> {
  return (await run("git", args, { cwd: clone })).stdout.trim();
}

/** Resolves with the text of a file in a package. */
async function packed(file: string, name: string): Promise<string> {
  const args = ["--extract", "--to-stdout", "--file", join(files, file), `package/${name}`];
  return (await run("tar", args)).stdout;
}

const server = `footfall-analytics-server-${version}.tgz`;
const tracker = `footfall-analytics-tracker-${version}.tgz`;

test("a release has both packages, a bill of materials, and checksums that are right", async () => {
  const sums = `footfall-${version}.sha256`;
  const bom = `footfall-${version}.cdx.json`;

  expect((await readdir(files)).sort()).toEqual([bom, sums, server, tracker]);
  const { stdout } = await run("sha256sum", ["--check", sums], { cwd: files });
  expect(stdout).toBe(`${[bom, server, tracker].join(": OK\n")}: OK\n`);
  const { metadata } = JSON.parse(await readFile(join(files, bom), "utf8"));
  expect(metadata.component).toMatchObject({ name: "@footfall-analytics/server", version });
});

test("everything in it has the new version", async () => {
  for (const file of [server, tracker]) {
    expect(JSON.parse(await packed(file, "package.json"))).toMatchObject({ version });
  }
  expect(JSON.parse(await packed(server, "dist/openapi.json")).info.version).toBe(version);
  expect(await packed(server, "docs/installing.md")).toContain(`./${server}\n`);
  expect(await packed(server, "CHANGELOG.md")).toContain(`\n## ${version} (`);
});

test("the tag has what was packed, and the checkout is at the tag", async () => {
  expect(await git("describe", "--exact-match")).toBe(`v${version}`);
  expect(await git("status", "--porcelain")).toBe("");
  for (const name of ["CHANGELOG.md", "docs/installing.md", "docs/tracker.md"]) {
    expect(await packed(server, name)).toBe(await readFile(join(clone, name), "utf8"));
  }
});
