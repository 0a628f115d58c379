import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { StartRefused } from "./errors.ts";

const randomLength = 24;
/** Shorter ones could be guessed, and a file that was cut off is one. */
const lengthMin = 16;

export interface KeptKey {
  readonly key: string;
  /** Whether this call made it. */
  readonly isNew: boolean;
}

/** The key in the file of that name under `DATA_DIR`, for this user alone; it is made when it is not there. */
export async function keepKey(directory: string, name: string): Promise<KeptKey> {
  const file = join(directory, name);
  try {
    const key = randomBytes(randomLength).toString("base64url");
    await writeFile(file, `${key}\n`, { flag: "wx", mode: 0o600, flush: true });
    return { key, isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new StartRefused(`DATA_DIR cannot be written: ${(error as Error).message}`);
    }
  }
  const key = (await readFile(file, "utf8")).trim();
  if (key.length < lengthMin) {
    throw new StartRefused(`${file} holds no key; delete it to make a new one`);
  }
  return { key, isNew: false };
}
