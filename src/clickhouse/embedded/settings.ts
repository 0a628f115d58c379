import { createHash, createHmac } from "node:crypto";

/**
 * The two configuration files of the embedded ClickHouse.
 *
 * Any process on this machine, and any page in a browser on it, can reach a loopback port. So:
 *
 * - The HTTP interface has one handler, which takes requests with the right `Authorization` alone.
 *   To all others each path is a 404: no user, `/play`, `/ping` or CORS answers them.
 * - Footfall sends that header only to a listener that has proven to be the engine. The proof is
 *   the answer at a path that nobody can guess: a text that stands in this configuration alone.
 *   Another process may have been faster to take the port, or have taken it from an engine that has
 *   ended.
 * - `footfall` has a new random password at each start, and only the rights that Footfall needs. It
 *   cannot read or write files and URLs as tables, nor change users, functions and settings. No
 *   grant limits the scalar function `file()`: docs/decisions/0001 says what that means.
 * - `default` cannot have a password, because the engine's own session logs in with it. It may
 *   start the listener and read `system.numbers`. A quota cannot be the lock: ClickHouse applies
 *   none to `system.one`, which each `SELECT` without FROM reads.
 */
export interface EngineSettings {
  /** `DATA_DIR/clickhouse` */
  readonly directory: string;
  readonly usersFile: string;
  readonly port: number;
  readonly password: string;
  readonly memoryBytesMax: number;
}

interface Proof {
  readonly path: string;
  readonly text: string;
}

/**
 * Returns a text that only the engine with this password answers, and its path. The path, which
 * another listener would see, tells neither the text nor the password.
 */
export function proofOf(password: string): Proof {
  const part = (name: string) => createHmac("sha256", password).update(name).digest("hex");
  return { path: `/${part("path")}`, text: part("text") };
}

function authorizationOf(password: string): string {
  return `Basic ${Buffer.from(`${engineUser}:${password}`).toString("base64")}`;
}

export const engineUser = "footfall";

/** The rights to use Footfall's database, and to read what the engine tells of itself. */
const footfallGrants: readonly string[] = [
  "GRANT SELECT, INSERT, ALTER, CREATE TABLE, DROP TABLE, TRUNCATE, OPTIMIZE ON default.*",
  "GRANT TABLE ENGINE ON MergeTree",
  "GRANT TABLE ENGINE ON ReplacingMergeTree",
  "GRANT TABLE ENGINE ON SummingMergeTree",
  "GRANT SELECT ON system.*",
  "GRANT KILL QUERY ON *.*",
];

/**
 * Settings that leave an idle engine idle. Each table has tasks that run every few seconds. With
 * the default of `clickhouse local`, pools of two threads, they meet, and ClickHouse logs a warning
 * each time. By default it also looks at its memory twenty times a second.
 */
const poolSettings = {
  background_schedule_pool_size: 16,
  background_streaming_schedule_pool_size: 16,
  memory_worker_period_ms: 500,
};

/** Settings of all tables that make small inserts cheap. bench/README.md has the figures. */
const mergeTreeSettings = {
  // Each table looks for old parts at this interval; the default is a second.
  merge_tree_clear_old_parts_interval_seconds: 10,
  // The projections of a small part are twenty more files, and each file takes 4 KiB and an fsync.
  // The first merge makes them. Until then, queries read the rows of the part.
  materialize_projections_on_insert: 0,
  materialize_projections_on_merge: 1,
  // A merge would leave out small parts behind a large one. Each of them would then be merged with
  // the large one alone: six small inserts would rewrite the month six times.
  merge_selector_enable_heuristic_to_remove_small_parts_at_right: 0,
  // Small parts are merged with the next larger ones by seven instead of six, which writes a third
  // less and leaves about one part more.
  merge_selector_base: 6,
};

export function serverXml(settings: EngineSettings): string {
  const { directory, usersFile, port, password, memoryBytesMax } = settings;
  const proof = proofOf(password);
  // The limit includes caches. A sixteenth for each leaves the memory to queries and merges.
  const cacheBytes = Math.floor(memoryBytesMax / 16);
  return `<clickhouse>
  <log-level>warning</log-level>
  <logger>
    <log>${xml(`${directory}/engine.log`)}</log>
    <size>1M</size>
    <count>2</count>
  </logger>
  <path>${xml(`${directory}/data/`)}</path>
  <users_config>${xml(usersFile)}</users_config>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${port}</http_port>
  <http_handlers>
    <rule>
      <headers><authorization>${authorizationOf(password)}</authorization></headers>
      <handler>
        <type>dynamic_query_handler</type>
        <query_param_name>query</query_param_name>
      </handler>
    </rule>
    <rule>
      <url>${proof.path}</url>
      <methods>GET</methods>
      <handler>
        <type>static</type>
        <status>200</status>
        <response_content>${proof.text}</response_content>
      </handler>
    </rule>
  </http_handlers>
  <max_server_memory_usage>${memoryBytesMax}</max_server_memory_usage>
  <mark_cache_size>${cacheBytes}</mark_cache_size>
  <index_mark_cache_size>${cacheBytes}</index_mark_cache_size>
  <primary_index_cache_size>${cacheBytes}</primary_index_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <index_uncompressed_cache_size>0</index_uncompressed_cache_size>
  ${settingsXml(poolSettings)}
  <merge_tree>${settingsXml(mergeTreeSettings)}</merge_tree>
</clickhouse>
`;
}

export function usersXml(
  { password, memoryBytesMax }: EngineSettings,
  grants: readonly string[] = footfallGrants,
): string {
  const loopback = "<networks><ip>127.0.0.1</ip><ip>::1</ip></networks>";
  return `<clickhouse>
  <profiles>
    <default/>
    <footfall>
      <max_memory_usage>${Math.floor(memoryBytesMax * 0.6)}</max_memory_usage>
      <max_bytes_before_external_group_by>${Math.floor(memoryBytesMax / 4)}</max_bytes_before_external_group_by>
      <max_bytes_before_external_sort>${Math.floor(memoryBytesMax / 4)}</max_bytes_before_external_sort>
    </footfall>
  </profiles>
  <quotas>
    <default/>
  </quotas>
  <users>
    <default>
      <no_password/>
      ${loopback}
      <profile>default</profile>
      <quota>default</quota>
      <grants>${queries(["GRANT SYSTEM LISTEN ON *.*", "GRANT SELECT ON system.numbers"])}</grants>
    </default>
    <${engineUser}>
      <password_sha256_hex>${createHash("sha256").update(password).digest("hex")}</password_sha256_hex>
      ${loopback}
      <profile>footfall</profile>
      <quota>default</quota>
      <grants>${queries(grants)}</grants>
    </${engineUser}>
  </users>
</clickhouse>
`;
}

function settingsXml(settings: Readonly<Record<string, number>>): string {
  return Object.entries(settings)
    .map(([name, value]) => `<${name}>${value}</${name}>`)
    .join("");
}

function queries(grants: readonly string[]): string {
  return grants.map((grant) => `<query>${xml(grant)}</query>`).join("");
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
