import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

import { logFileNumber } from "./position.ts";

/** Tells other processes whether events come in, by the files of the event logs. */
export class LogGrowth {
  readonly #directories: readonly string[];
  #newestMs = Date.now();

  /** @param directories Those that have logs in `log/`; some may not be there. */
  constructor(directories: readonly string[]) {
    this.#directories = directories;
  }

  /** Resolves with whether a log has got events since the last call, or since the constructor. */
  async hasGrown(): Promise<boolean> {
    const before = this.#newestMs;
    for (const directory of this.#directories) {
      const root = join(directory, "log");
      for (const log of await namesIn(root)) {
        for (const name of await namesIn(join(root, log))) {
          if (logFileNumber(name) === undefined) continue;
          this.#newestMs = Math.max(this.#newestMs, await changedMs(join(root, log, name)));
        }
      }
    }
    return this.#newestMs > before;
  }
}

/** Resolves with the names in a directory; none if it is gone or is a file. */
function namesIn(directory: string): Promise<string[]> {
  return readdir(directory).catch(() => []);
}

/** Resolves with when a file got its last bytes; the epoch if it is gone. */
async function changedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.mtimeMs ?? 0;
}
