import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { inDataDirectory } from "./directory.ts";
import { StartRefused } from "./errors.ts";

const keyBytes = 24;
/** Shorter ones could be guessed, and a file that was cut off is one. */
const charactersMin = 16;

export interface KeptKey {
  readonly key: string;
  /** Whether this call made it. */
  readonly isNew: boolean;
}

/**
 * The key in the file of that name under `DATA_DIR`, for this user alone; it is made when it is not there. Throws
 * `StartRefused` where that cannot be done.
 */
export function keepKey(directory: string, name: string): Promise<KeptKey> {
  const file = join(directory, name);
  return inDataDirectory(
    async () => (await makeKey(file)) ?? { key: await readKey(file), isNew: false },
  );
}

/** Undefined where the file is there. */
async function makeKey(file: string): Promise<KeptKey | undefined> {
  const key = randomBytes(keyBytes).toString("base64url");
  try {
    await writeFile(file, `${key}\n`, { flag: "wx", mode: 0o600, flush: true });
    return { key, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    return undefined;
  }
}

async function readKey(file: string): Promise<string> {
  const key = (await readFile(file, "utf8")).trim();
  if (key.length >= charactersMin) return key;
  throw new StartRefused(`${file} contains no key; delete it to generate a new one`);
}
