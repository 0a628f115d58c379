import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "./config.ts";
import { StartRefused } from "./errors.ts";

export interface ApiKeys {
  readonly keys: readonly string[];
  /** The key, when this start made it. */
  readonly generated: string | undefined;
}

/** The configured keys, or the one in `DATA_DIR/api-key`, which is made when it is not there. */
export async function loadApiKeys(config: Config): Promise<ApiKeys> {
  if (config.API_KEYS.length > 0) return { keys: config.API_KEYS, generated: undefined };
  const file = join(config.DATA_DIR, "api-key");
  try {
    const key = randomBytes(24).toString("base64url");
    await writeFile(file, `${key}\n`, { flag: "wx", mode: 0o600, flush: true });
    return { keys: [key], generated: key };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") {
      throw new StartRefused(`DATA_DIR cannot be written: ${(error as Error).message}`);
    }
  }
  const key = (await readFile(file, "utf8")).trim();
  if (key.length < 16)
    throw new StartRefused(`${file} holds no API key; delete it to make a new one`);
  return { keys: [key], generated: undefined };
}
