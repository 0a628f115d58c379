import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { ClickHouse } from "../../src/clickhouse/clickhouse.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { cleanUp } from "./clean-up.ts";
import { eventually } from "./eventually.ts";

const child = fileURLToPath(new URL("../../dist/engine.js", import.meta.url));

export interface NativeEngine {
  readonly directory: string;
  readonly httpPort: number;
  readonly nativePort: number;
  readonly password: string;
  /** The text of a file in `config.d`, as an operator adds to a server. */
  readonly addedConfig?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a ClickHouse that speaks the native protocol, too, so that other servers can read from it.
 * It has the user `footfall`. Resolves when it answers; it is killed when the test ends.
 */
export async function startNativeEngine(engine: NativeEngine): Promise<ClickHouse> {
  const { directory, httpPort, password, addedConfig } = engine;
  await mkdir(join(directory, "config.d"), { recursive: true });
  const configFile = join(directory, "config.xml");
  await writeFile(configFile, serverXml(engine));
  await writeFile(join(directory, "users.xml"), usersXml(password));
  if (addedConfig !== undefined) {
    await writeFile(join(directory, "config.d", "added.xml"), addedConfig);
  }
  const forever = "SELECT sleepEachRow(3) FROM system.numbers SETTINGS max_block_size = 1";
  const query = `SYSTEM START LISTEN HTTP; SYSTEM START LISTEN TCP; ${forever} FORMAT Null`;
  const engineProcess = spawn(
    process.execPath,
    [child, `--config-file=${configFile}`, `--query=${query}`],
    { stdio: ["pipe", "ignore", "ignore"], env: { TZ: "UTC", ...engine.env } },
  );
  const exited = once(engineProcess, "close");
  const db = new ClickHouse();
  cleanUp(async () => {
    await db.use(undefined);
    engineProcess.kill("SIGKILL");
    await exited;
  });
  await db.use(`http://footfall:${password}@127.0.0.1:${httpPort}/`);
  await eventually(() => db.rows(sql`SELECT 1`));
  return db;
}

function serverXml({ directory, httpPort, nativePort }: NativeEngine): string {
  return `<clickhouse>
  <logger><log>${directory}/engine.log</log></logger>
  <path>${directory}/data/</path>
  <users_config>${directory}/users.xml</users_config>
  <listen_host>127.0.0.1</listen_host>
  <http_port>${httpPort}</http_port>
  <tcp_port>${nativePort}</tcp_port>
</clickhouse>
`;
}

function usersXml(password: string): string {
  const common = "<profile>default</profile><quota>default</quota>";
  const loopback = "<networks><ip>127.0.0.1</ip></networks>";
  const ownGrants =
    "<query>GRANT SYSTEM LISTEN ON *.*</query><query>GRANT SELECT ON system.numbers</query>";
  return `<clickhouse>
  <profiles><default/></profiles>
  <quotas><default/></quotas>
  <users>
    <default>
      <no_password/>${loopback}${common}
      <grants>${ownGrants}</grants>
    </default>
    <footfall>
      <password>${password}</password>${loopback}${common}
      <grants><query>GRANT ALL ON *.*</query></grants>
    </footfall>
  </users>
</clickhouse>
`;
}
