import type { Config } from "../config.ts";
import { keepKey } from "../key-file.ts";

export interface ApiKeys {
  readonly keys: readonly string[];
  /** The key, when this start made it. */
  readonly generated: string | undefined;
}

/** The configured keys, or the one in `DATA_DIR/api-key`, which is made when it is not there. */
export async function loadApiKeys(config: Config): Promise<ApiKeys> {
  if (config.API_KEYS.length > 0) return { keys: config.API_KEYS, generated: undefined };
  const { key, isNew } = await keepKey(config.DATA_DIR, "api-key");
  return { keys: [key], generated: isNew ? key : undefined };
}
