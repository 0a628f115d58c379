import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const endedSuffix = ".ended";

/**
 * Which other processes write through a running engine, by files in a directory beside it. One that joins adds a file before it
 * writes anything, and gives it another name when it has ended and nothing of it is under way any more. One that dies, or does not
 * know what became of an insert, leaves the file as it is: it counts as joined until the engine starts again, which
 * lets nobody in who had joined before.
 */
export class Joins {
  readonly #directory: string;
  #starts = 0;
  #isUp = false;

  constructor(directory: string) {
    this.#directory = joinsDirectory(directory);
  }

  /** The engine has started, and nobody knows yet how to reach it. */
  begin(): void {
    rmSync(this.#directory, { recursive: true, force: true });
    mkdirSync(this.#directory, { mode: 0o700 });
    this.#starts += 1;
    this.#isUp = true;
  }

  /** The engine is gone; another process may start one on the same data. */
  end(): void {
    this.#isUp = false;
  }

  /** Another text after each that has joined and ended; undefined while one may write. */
  get ended(): string | undefined {
    if (!this.#isUp) return undefined;
    const names = this.#names();
    const isAlone = names?.every((name) => name.endsWith(endedSuffix)) ?? false;
    return isAlone ? `${this.#starts} ${names?.length}` : undefined;
  }

  #names(): readonly string[] | undefined {
    try {
      return readdirSync(this.#directory);
    } catch {
      return undefined;
    }
  }
}

/** Notes that this process joins. What it returns notes its end. */
export function noteJoin(directory: string): () => void {
  const file = join(joinsDirectory(directory), randomUUID());
  writeFileSync(file, "");
  return () => {
    // It is gone where the engine was started anew meanwhile.
    if (existsSync(file)) renameSync(file, `${file}${endedSuffix}`);
  };
}

function joinsDirectory(directory: string): string {
  return join(directory, "joins");
}
