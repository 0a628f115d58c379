import { parseArgs } from "node:util";
import { ClickHouseError } from "@clickhouse/client";
import { stopSignal } from "../base/async/stop-signal.ts";
import type { Config } from "../base/config.ts";
import { Problem, StartRefused } from "../base/errors.ts";

/** The flag that a command has. */
const flagOf = { backup: "verify", restore: "new-keys" } as const;

/** Returns the line that says how to use a command. */
export function usageOf(command: "backup" | "restore"): string {
  return `usage: footfall ${command} [--${flagOf[command]}] DIRECTORY`;
}

/** Returns the arguments of `backup` and `restore`. Throws `StartRefused` with the usage. */
export function readArgs(
  args: readonly string[],
  command: "backup" | "restore",
): { readonly directory: string; readonly hasFlag: boolean } {
  try {
    const { positionals, values } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { [flagOf[command]]: { type: "boolean" } },
    });
    const [directory, ...rest] = positionals;
    if (directory && rest.length === 0) return { directory, hasFlag: flagOf[command] in values };
  } catch {}
  throw new StartRefused(usageOf(command));
}

/** Throws `StartRefused` if the data is on ClickHouse servers, which back it up themselves. */
export function refuseServers({ CLICKHOUSE_URL }: Config): void {
  if (CLICKHOUSE_URL.length === 0) return;
  throw new StartRefused(
    "with CLICKHOUSE_URL, use BACKUP and RESTORE of ClickHouse, and keep the keys of DATA_DIR; docs/backup.md says how",
  );
}

/**
 * Runs the task with a signal that Ctrl+C and SIGTERM abort. Throws `StartRefused` with one line if
 * it was aborted, or if the store fails.
 */
export async function stoppable<T>(task: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stopping = new AbortController();
  void stopSignal().then(() => stopping.abort(new StartRefused("stopped; run it again")));
  try {
    return await task(stopping.signal);
  } catch (error) {
    const cause = error instanceof Problem ? (error.cause ?? error) : error;
    if (cause instanceof ClickHouseError) {
      throw new StartRefused(`ClickHouse fails: ${cause.message.split("\n")[0]}`);
    }
    if (error instanceof Problem) throw new StartRefused("the store does not answer; run it again");
    throw error;
  }
}
