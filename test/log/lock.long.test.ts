import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { StartRefused } from "../../src/base/errors.ts";
import { lockDirectory } from "../../src/log/lock.ts";
import { eventually } from "../helpers/eventually.ts";

const lockModule = fileURLToPath(new URL("../../src/log/lock.ts", import.meta.url));

/**
 * At a line of input, which says how many pauses it waits, prints whether it got the directory.
 * Holds the lock until it is killed.
 */
const program = `
  import { lockDirectory } from ${JSON.stringify(lockModule)};
  process.stdout.write("ready\\n");
  process.stdin.once("data", (pauses) =>
    lockDirectory(process.argv[1], Number(pauses)).then(
      () => process.stdout.write("owner\\n"),
      (error) => process.stdout.write(error.constructor.name + "\\n"),
    ),
  );`;

let directory: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "footfall-lock-"));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await rm(directory, { recursive: true });
});

interface Rival {
  readonly child: ChildProcess;
  /** Resolves with `owner`, or with the name of the error. */
  lock(pauses?: number): Promise<string>;
  kill(): Promise<void>;
}

async function startRival(): Promise<Rival> {
  const args = ["--import", "tsx", "--input-type=module", "-e", program, directory];
  const child = spawn(process.execPath, args, { stdio: ["pipe", "pipe", "inherit"] });
  children.push(child);
  await once(child.stdout, "data");
  return {
    child,
    async lock(pauses = 10) {
      const answer = once(child.stdout, "data");
      child.stdin.write(`${pauses}\n`);
      return String((await answer)[0]).trim();
    },
    async kill() {
      const exited = once(child, "exit");
      child.kill("SIGKILL");
      await exited;
    },
  };
}

async function lockFiles(): Promise<string[]> {
  return (await readdir(directory)).filter((name) => name.startsWith("lock"));
}

test("the directory is taken, given back and taken again", async () => {
  const release = await lockDirectory(directory);
  expect(await lockFiles()).toHaveLength(1);
  await release();
  expect(await lockFiles()).toEqual([]);
  await (await lockDirectory(directory))();
});

/**
 * The end of `/proc/PID/stat` when all threads of a killed process have ended. Its first thread is
 * a zombie (Z) a moment earlier.
 */
const zombieOfOneThread = /\) Z (-?\d+ ){16}1 /;

test.runIf(process.platform === "linux")(
  "a killed process has no lock, although its parent has not noticed",
  async () => {
    const holder = `
      import { lockDirectory } from ${JSON.stringify(lockModule)};
      await lockDirectory(process.argv[1]);
      process.stdout.write(String(process.pid));
      setInterval(() => {}, 1_000);`;
    // The shell becomes a program that waits for none of its children.
    const script = '"$0" --import tsx --input-type=module -e "$1" "$2" & exec sleep 1000';
    const args = ["-c", script, process.execPath, holder, directory];
    const parent = spawn("sh", args, { stdio: ["ignore", "pipe", "inherit"] });
    children.push(parent);
    const pid = Number(String((await once(parent.stdout, "data"))[0]));
    await expect(lockDirectory(directory)).rejects.toThrow(StartRefused);
    process.kill(pid, "SIGKILL");
    await eventually(async () =>
      expect(await readFile(`/proc/${pid}/stat`, "latin1")).toMatch(zombieOfOneThread),
    );
    await (await lockDirectory(directory))();
    expect(await lockFiles()).toEqual([]);
  },
);

test("a second process is refused while the first one lives, and takes over when it was killed", async () => {
  const rival = await startRival();
  expect(await rival.lock()).toBe("owner");
  await expect(lockDirectory(directory)).rejects.toThrow(StartRefused);
  expect(await lockFiles()).toHaveLength(1);
  await rival.kill();
  await (await lockDirectory(directory))();
  expect(await lockFiles()).toEqual([]);
});

describe.runIf(process.platform === "linux")("a lock file left behind is taken over", () => {
  test.each<[string, (name: string) => string]>([
    ["by an earlier process of the same id", (name) => name.replace(/-\d+-/, "-1-")],
    ["in an earlier boot", (name) => name.replace(/[^-]*$/, "00000000")],
    ["by a process that is dead", (name) => name.replace(/\d+/, "4194999")],
    ["with a name that nobody can have", () => "lock-nonsense"],
    ["for process group 0", () => "lock-0-1-1"],
  ])("%s", async (_, staleOf) => {
    const rival = await startRival();
    await rival.lock();
    const [lockFile = ""] = await lockFiles();
    const stale = staleOf(lockFile);
    expect(stale).not.toBe(lockFile);
    await rename(join(directory, lockFile), join(directory, stale));
    const release = await lockDirectory(directory);
    expect(await lockFiles()).not.toContain(stale);
    await release();
  });
});

test("of several that start at once, also behind a stale lock file, exactly one wins", async () => {
  for (let round = 0; round < 3; round += 1) {
    const startMs = performance.now();
    const rivals = await Promise.all(Array.from({ length: 4 }, startRival));
    // 20 ms each. The first one waits longer where the others are slower.
    const pauses = Math.max(10, (performance.now() - startMs) / 80);
    await writeFile(join(directory, "lock-4194999-1-1"), "");
    const answers = await Promise.all(rivals.map((rival) => rival.lock(pauses)));
    expect(answers.sort()).toEqual(["StartRefused", "StartRefused", "StartRefused", "owner"]);
    await Promise.all(rivals.map((rival) => rival.kill()));
  }
});
