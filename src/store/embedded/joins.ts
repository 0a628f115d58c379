import { randomUUID } from "node:crypto";
import { appendFileSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

/**
 * Which other processes write through a running engine, by a file beside it. One that joins adds a line before it
 * writes anything, and another when it has ended and nothing of it is under way any more. One that dies, or does not know
 * what became of what it wrote, leaves the first line behind, so it counts as joined until the engine's owner starts again.
 */
export class Joins {
  readonly #file: string;
  #readBytes = 0;
  #joined: string | undefined = "";

  /** For the engine's owner, before the engine starts: nobody has joined. */
  constructor(directory: string) {
    this.#file = joinsFile(directory);
    rmSync(this.#file, { force: true });
  }

  /** Another text after each that has joined and ended; undefined while one may write. */
  get ended(): string | undefined {
    const bytes = statSync(this.#file, { throwIfNoEntry: false })?.size ?? 0;
    if (bytes !== this.#readBytes) {
      this.#joined = read(this.#file);
      this.#readBytes = bytes;
    }
    return this.#joined;
  }
}

/** Notes that this process joins. What it returns notes its end. */
export function noteJoin(directory: string): () => void {
  const file = joinsFile(directory);
  const id = randomUUID();
  appendFileSync(file, `+${id}\n`, { mode: 0o600 });
  return () => appendFileSync(file, `-${id}\n`);
}

function read(file: string): string | undefined {
  const lines = readFileSync(file, "utf8").split("\n");
  const ended = new Set(lines.filter((line) => line.startsWith("-")).map((line) => line.slice(1)));
  const joined = lines.filter((line) => line.startsWith("+")).map((line) => line.slice(1));
  return joined.every((id) => ended.has(id)) ? String(lines.length) : undefined;
}

function joinsFile(directory: string): string {
  return join(directory, "joins");
}
