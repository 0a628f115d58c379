import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { inDataDirectory } from "./data-directory.ts";
import { StartRefused } from "./errors.ts";

const keyBytes = 24;
/** Shorter keys are guessable, and a file with one was cut off. */
const charactersMin = 16;

export interface LoadedKey {
  readonly key: string;
  /** True if this call made the key. */
  readonly isNew: boolean;
}

/**
 * Resolves with the key in the file of that name under `DATA_DIR`. Makes the file, for this user
 * alone, if there is none. Rejects with `StartRefused` if it cannot be read or made, or holds no
 * key.
 */
export function loadOrMakeKey(directory: string, name: string): Promise<LoadedKey> {
  const file = join(directory, name);
  return inDataDirectory(
    async () => (await makeKey(file)) ?? { key: await readKey(file), isNew: false },
  );
}

/** Makes a key and its file. Resolves with undefined if the file exists. */
async function makeKey(file: string): Promise<LoadedKey | undefined> {
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
