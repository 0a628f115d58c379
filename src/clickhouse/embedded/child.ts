/**
 * The process that is the embedded ClickHouse: `clickhouse local` out of chdb's library, kept
 * alive by a query that never ends. Its arguments are those of `clickhouse local`.
 *
 * It lives as long as its standard input is open, so it dies with its parent, whatever kills the
 * parent. It ends itself with SIGKILL: `process.exit` would wait for the engine, and ClickHouse
 * is safe against being killed.
 */
import { existsSync, readdirSync } from "node:fs";
import { setPriority } from "node:os";
import { DataType, load, open } from "ffi-rs";

// Only Footfall's user reads what the engine writes.
process.umask(0o077);
// Without its configuration the engine would listen with its defaults, and answer everybody.
const [, , configuration = ""] = process.argv;
if (!existsSync(configuration.replace("--config-file=", ""))) process.exit(1);
giveWay();
process.stdin.resume();
process.stdin.on("close", () => process.kill(process.pid, "SIGKILL"));

const { libchdbPath } = await import("chdb/libchdb");
open({ library: "chdb", path: libchdbPath() });

const args = ["clickhouse", ...process.argv.slice(2)];
// The engine has a thread of its own: the event loop must stay free to notice the parent's end.
const result = await load({
  library: "chdb",
  funcName: "chdb_query_cmdline",
  retType: DataType.External,
  paramsType: [DataType.I32, DataType.StringArray],
  paramsValue: [args.length, args],
  runInNewThread: true,
});

const message = load({
  library: "chdb",
  funcName: "chdb_result_error",
  retType: DataType.String,
  paramsType: [DataType.External],
  paramsValue: [result],
});
process.stderr.write(`${message}\n`, () => process.kill(process.pid, "SIGKILL"));

/**
 * Lowers the priority of this process: where both want a processor, collecting goes before the
 * engine. On Linux each thread has a priority of its own, which the threads that it makes inherit.
 */
function giveWay() {
  const threads = process.platform === "linux" ? readdirSync("/proc/self/task").map(Number) : [0];
  for (const thread of threads) {
    try {
      setPriority(thread, 5);
    } catch {
      // The thread has ended, or the system forbids it.
    }
  }
}
