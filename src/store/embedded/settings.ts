/**
 * The two configuration files of the embedded ClickHouse.
 *
 * Any process on this machine can reach a loopback port, so the users are the lock on its door:
 *
 * - `footfall` has a random password, made anew at each start.
 * - `default` cannot have one, because the engine's own session logs in with it. It may start the
 *   listener and read `system.numbers`, and its quota is the two queries that the start needs, so
 *   nothing is left for anyone else.
 */
export function serverXml(options: {
  directory: string;
  usersFile: string;
  memoryBytesMax: number;
}): string {
  const { directory, usersFile, memoryBytesMax } = options;
  // Caches are counted in the limit; a sixteenth each leaves the memory to queries and merges.
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
  <max_server_memory_usage>${memoryBytesMax}</max_server_memory_usage>
  <mark_cache_size>${cacheBytes}</mark_cache_size>
  <index_mark_cache_size>${cacheBytes}</index_mark_cache_size>
  <primary_index_cache_size>${cacheBytes}</primary_index_cache_size>
  <uncompressed_cache_size>0</uncompressed_cache_size>
  <index_uncompressed_cache_size>0</index_uncompressed_cache_size>
</clickhouse>
`;
}

export function usersXml(passwordSha256: string, memoryBytesMax: number): string {
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
    <boot><interval><duration>31536000</duration><queries>2</queries></interval></boot>
  </quotas>
  <users>
    <default>
      <no_password/>
      ${loopback}
      <profile>default</profile>
      <quota>boot</quota>
      <grants>
        <query>GRANT SYSTEM LISTEN ON *.*</query>
        <query>GRANT SELECT ON system.numbers</query>
      </grants>
    </default>
    <footfall>
      <password_sha256_hex>${passwordSha256}</password_sha256_hex>
      ${loopback}
      <profile>footfall</profile>
      <quota>default</quota>
    </footfall>
  </users>
</clickhouse>
`;
}

function xml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
