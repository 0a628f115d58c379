import { execFile } from "node:child_process";
import { access, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";

import { packageFile } from "../../src/base/package-file.ts";

const run = promisify(execFile);
const author = { NAME: "Maintainer", EMAIL: "maintainer@example.com" };
const env = {
  ...process.env,
  GIT_CONFIG_GLOBAL: "/dev/null",
  ...Object.fromEntries(
    ["AUTHOR", "COMMITTER"].flatMap((role) =>
      Object.entries(author).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  ),
};

const manifest = {
  name: "@example/server",
  version: "0.1.0",
  license: "MIT",
  private: true,
  scripts: {
    "keep-release": "node -e 0",
    lint: "node -e 0",
    types: "node -e 0",
    test: "node -e 0",
    pack: `node -e "fs.writeFileSync(process.argv[1] + '/server.tgz', 'packed')"`,
  },
};
const { name, version, license } = manifest;
const lockFile = {
  name,
  version,
  lockfileVersion: 3,
  requires: true,
  packages: { "": { name, version, license } },
};
const changelog = "# Changelog\n\n## Unreleased\n\n- New.\n";

/** Files that name the version. */
const versionFiles = ["docs/installing.md", "examples/helm/Chart.yaml"];

/** A small repository, whose checks are quick. */
let repository = "";
beforeEach(async () => {
  repository = await mkdtemp(join(tmpdir(), "footfall-repository-"));
  await git("init", "--quiet", "--initial-branch=main");
  await write("package.json", JSON.stringify(manifest));
  await write("package-lock.json", JSON.stringify(lockFile));
  await write("CHANGELOG.md", changelog);
  await write(".gitignore", "node_modules\n/release/\n");
  for (const file of versionFiles) await write(file, "footfall-0.1.0.tgz");
  await commit();
});
afterEach(() => rm(repository, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(repository, file)), { recursive: true });
  await writeFile(join(repository, file), text);
}

const read = (file: string) => readFile(join(repository, file), "utf8");

/** Resolves with what git prints. */
async function git(...args: string[]): Promise<string> {
  return (await run("git", args, { cwd: repository, env })).stdout.trim();
}

async function commit(): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--allow-empty", "--message", "change");
}

/** Runs the program. Resolves with its exit code and what it printed. */
async function release(...args: string[]) {
  const tsx = packageFile("node_modules/.bin/tsx");
  const program = packageFile("package/release/main.ts");
  return run(tsx, [program, ...args], { cwd: repository, env }).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: "" }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }) as never,
  );
}

/** Resolves with everything that a release changes in a repository. */
async function state() {
  return {
    commit: await git("rev-parse", "HEAD"),
    status: await git("status", "--porcelain", "--ignored"),
    tags: await git("tag"),
    worktrees: (await git("worktree", "list")).split("\n").length,
  };
}

test("a release is a commit and a tag, and files with checksums", async () => {
  const day = new Date().toISOString().slice(0, 10);
  expect(await release("0.2.0")).toMatchObject({ code: 0 });

  expect(await state()).toMatchObject({ status: "!! release/", tags: "v0.2.0", worktrees: 1 });
  expect(await git("cat-file", "-t", "v0.2.0")).toBe("tag");
  expect(await git("log", "--format=%s", "-1", "v0.2.0", "main")).toBe("chore(release): 0.2.0");
  expect(await read("CHANGELOG.md")).toContain(`## Unreleased\n\n## 0.2.0 (${day})\n\n- New.\n`);
  expect(JSON.parse(await read("package.json"))).toEqual({ ...manifest, version: "0.2.0" });
  expect(JSON.parse(await read("package-lock.json"))).toEqual({
    ...lockFile,
    version: "0.2.0",
    packages: { "": { name, version: "0.2.0", license } },
  });
  for (const file of versionFiles) expect(await read(file)).toBe("footfall-0.2.0.tgz");

  const made = join(repository, "release");
  const names = ["footfall-0.2.0.cdx.json", "footfall-0.2.0.sha256", "server.tgz"];
  expect((await readdir(made)).sort()).toEqual(names);
  const { stdout } = await run("sha256sum", ["--check", "footfall-0.2.0.sha256"], { cwd: made });
  expect(stdout).toBe("footfall-0.2.0.cdx.json: OK\nserver.tgz: OK\n");
});

test("a trial does all of it, and leaves nothing behind", async () => {
  const before = await state();
  const { code, stdout } = await release("0.2.0", "--dry-run", "--output", "elsewhere");

  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^[\da-f]{64} {2}footfall-0\.2\.0\.cdx\.json\n[\da-f]{64} {2}server\.tgz$/m,
  );
  expect(await state()).toEqual(before);
  await expect(access(join(repository, "elsewhere"))).rejects.toThrow();
});

test.each(["lint", "pack"])("if %s fails, nothing is changed", async (script) => {
  const scripts = { ...manifest.scripts, [script]: "node -e 'process.exit(1)'" };
  await write("package.json", JSON.stringify({ ...manifest, scripts }));
  await commit();
  const before = await state();
  const { code, stderr } = await release("0.2.0");

  expect(code).toBe(1);
  expect(stderr).toContain(`release: npm run --silent ${script}`);
  expect(await state()).toEqual(before);
});

test.each<[string, () => Promise<unknown>, RegExp]>([
  ["a file that is not committed", () => write("new.txt", "new"), /uncommitted changes/],
  ["another branch", () => git("switch", "--quiet", "--create", "other"), /this is not main/],
  ["a tag that exists", () => git("tag", "v0.2.0"), /v0\.2\.0 exists/],
  [
    "a changelog without lines",
    () => write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n").then(commit),
    /no unreleased lines/,
  ],
  [
    "a version that was released",
    () => write("CHANGELOG.md", `${changelog}\n## 0.2.0 (2026-01-01)\n`).then(commit),
    /0\.2\.0 is not greater than 0\.2\.0/,
  ],
])("%s is refused in one line", async (_, prepare, message) => {
  await prepare();
  const before = await state();
  const { code, stderr } = await release("0.2.0");

  expect(code).toBe(1);
  expect(stderr).toMatch(message);
  expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(await state()).toEqual(before);
});

test.each([[[]], [["0.2.0", "0.3.0"]]])("%j is no version: the usage is printed", async (args) => {
  expect(await release(...args)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^release: usage: npm run release -- VERSION \[--dry-run\]/),
  });
});
