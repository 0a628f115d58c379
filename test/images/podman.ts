import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { cleanUp } from "../helpers/clean-up.ts";

const run = promisify(execFile);
const outputBytesMax = 64 * 1024 ** 2;
const baseScript = fileURLToPath(new URL("base-image.sh", import.meta.url));

/** Returns why images cannot be built and run here; undefined if they can. */
export function missing(): string | undefined {
  if (process.getuid?.() !== 0) return "needs root";
  for (const tool of ["podman", "runc", "debootstrap"]) {
    try {
      execFileSync("which", [tool], { stdio: "ignore" });
    } catch {
      return `needs ${tool}: apt-get install podman runc debootstrap`;
    }
  }
  return undefined;
}

/** Images and containers in a directory of their own, which are removed when the tests end. */
export class Podman {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async open(): Promise<Podman> {
    const podman = new Podman(await mkdtemp(join(tmpdir(), "footfall-images-")));
    cleanUp(async () => {
      await podman.run("rm", "--all", "--force", "--time", "0");
      await podman.run("volume", "rm", "--all", "--force");
      await run("rm", ["-rf", "--one-file-system", podman.#directory]);
    });
    return podman;
  }

  /** Runs `podman` with the arguments. Resolves with what it printed. */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await this.attempt(...args);
    return stdout.trim();
  }

  attempt(...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
    const common = [
      "--root",
      join(this.#directory, "store"),
      "--runroot",
      join(this.#directory, "run"),
      // Without systemd there is nothing else to ask.
      "--runtime",
      "runc",
      "--cgroup-manager",
      "cgroupfs",
      "--events-backend",
      "file",
    ];
    return run("podman", [...common, ...args], { maxBuffer: outputBytesMax });
  }

  /**
   * Pulls a base image such as `node:22-bookworm-slim`. Without a registry it makes one that stands
   * in for it, and leaves its file for the next run, as that takes minutes.
   */
  async provideBase(name: string): Promise<"pulled" | "made"> {
    const full = `docker.io/library/${name}`;
    try {
      await this.run("pull", "--quiet", full);
      return "pulled";
    } catch {
      const [, major = "", release = ""] = /:(\d+)-(\w+)-/.exec(name) ?? [];
      const file = join(tmpdir(), `footfall-base-${major}-${release}.tar`);
      if (!existsSync(file)) await makeBase(file, major, release);
      await this.run("import", "--change", 'CMD ["node"]', file, full);
      return "made";
    }
  }

  /** Builds the Dockerfile of a checkout. Health checks are no part of OCI's own format. */
  async build(checkout: string, tag: string): Promise<void> {
    const options = ["--format", "docker", "--isolation", "chroot", "--pull=never"];
    await this.run("build", ...options, "--tag", tag, checkout);
  }
}

async function makeBase(file: string, major: string, release: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), "footfall-base-"));
  const arch = execFileSync("dpkg", ["--print-architecture"], { encoding: "utf8" }).trim();
  await run(baseScript, [directory, major, release, arch], { maxBuffer: outputBytesMax });
  await run("tar", ["--create", `--file=${file}.part`, "--directory", directory, "."]);
  await rename(`${file}.part`, file);
  await run("rm", ["-rf", "--one-file-system", directory]);
}
