import type { Config } from "../config.ts";
import type { Keys } from "../http/access/keys.ts";
import { keepKey } from "../key-file.ts";

export interface LoadedKeys {
  readonly keys: Keys;
  /** The API key, if this call made it. */
  readonly generatedApiKey: string | undefined;
}

/**
 * Reads the keys: the configured API keys, and those in files of `DATA_DIR`, which are made when
 * they are not there. Throws `StartRefused` where that cannot be done.
 */
export async function loadKeys(config: Config): Promise<LoadedKeys> {
  const { DATA_DIR, API_KEYS } = config;
  const made = API_KEYS.length > 0 ? undefined : await keepKey(DATA_DIR, "api-key");
  const api = made === undefined ? API_KEYS : [made.key];
  const cookie = await keepKey(DATA_DIR, "cookie-key");
  const mail = await keepKey(DATA_DIR, "mail-key");
  return {
    keys: { api, cookie: cookie.key, mail: mail.key },
    generatedApiKey: made?.isNew ? made.key : undefined,
  };
}
