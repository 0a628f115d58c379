import { parseArgs } from "node:util";

import type { Config } from "../base/config.ts";
import { StartRefused } from "../base/errors.ts";
import { tablesOfWebsites } from "../tables/purge.ts";

export const usage =
  "usage: footfall distributed-tables [--config] [--port PORT]… (native port: one for all servers, or one for each)";
/** The name of the cluster in the configuration and in the tables. */
const cluster = "footfall";

/** A ClickHouse server, as other servers reach it by the native protocol. */
interface Server {
  readonly host: string;
  readonly port: number;
  readonly isSecure: boolean;
  readonly user: string;
  readonly database: string;
}

interface Options {
  /** Whether the output is the configuration of the servers, without the statements. */
  readonly isConfigOnly: boolean;
  readonly ports: readonly number[];
}

/**
 * Runs `footfall distributed-tables`: prints the statements that make tables over all servers of
 * `CLICKHOUSE_URL`, and the configuration that the servers need for it. It connects to none, and
 * prints no password. Footfall itself does not use these tables.
 */
export async function distributedTables(config: Config, args: readonly string[]): Promise<number> {
  const options = readArgs(args);
  const urls = config.CLICKHOUSE_URL;
  if (urls.length < 2) {
    process.stderr.write(
      "footfall: there is one ClickHouse server, and SQL reaches everything without such tables\n",
    );
    return 0;
  }
  const servers = serversOf(urls, options.ports);
  process.stdout.write(options.isConfigOnly ? configXml(servers) : statements(servers));
  return 0;
}

function readArgs(args: readonly string[]): Options {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { config: { type: "boolean" }, port: { type: "string", multiple: true } },
    });
    const ports = (values.port ?? []).map(Number);
    if (ports.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)) {
      return { isConfigOnly: values.config === true, ports };
    }
  } catch {}
  throw new StartRefused(usage);
}

function serversOf(urls: readonly string[], ports: readonly number[]): Server[] {
  if (ports.length > 1 && ports.length !== urls.length) throw new StartRefused(usage);
  const servers = urls.map((text, i) => {
    const { hostname, protocol, username, pathname } = new URL(text);
    const isSecure = protocol === "https:";
    return {
      // An IPv6 address has brackets in URLs alone.
      host: hostname.replace(/^\[(.*)\]$/, "$1"),
      port: ports[i] ?? ports[0] ?? (isSecure ? 9440 : 9000),
      isSecure,
      user: decodeURIComponent(username) || "default",
      database: pathname.replaceAll("/", "") || "default",
    };
  });
  // A table names one database. ClickHouse can take each server's own from the configuration, but
  // not for the server that is asked: there it would take the session's.
  if (new Set(servers.map(({ database }) => database)).size > 1) {
    throw new StartRefused(
      "CLICKHOUSE_URL names several databases; such tables need the same one on all servers",
    );
  }
  return servers;
}

function configXml(servers: readonly Server[]): string {
  return `<!-- All ClickHouse servers of Footfall, for SQL over all of them. On each of them, this is the file
     /etc/clickhouse-server/config.d/footfall-cluster.xml, readable by ClickHouse alone.
     - Check hosts and ports: these are the hosts of CLICKHOUSE_URL, as Footfall reaches them, and
       the ports of the native protocol, which CLICKHOUSE_URL does not name.
     - Replace each PASSWORD. Everybody who may read the tables reads as these users: name users
       who have no right but SELECT on Footfall's database. -->
<clickhouse>
  <remote_servers>
    <${cluster}>
${servers.map(shardXml).join("")}    </${cluster}>
  </remote_servers>
</clickhouse>
`;
}

function shardXml({ host, port, isSecure, user }: Server): string {
  return `      <shard>
        <replica>
          <host>${xmlText(host)}</host>
          <port>${port}</port>
${isSecure ? "          <secure>1</secure>\n" : ""}          <user>${xmlText(user)}</user>
          <password>PASSWORD</password>
        </replica>
      </shard>
`;
}

/** Returns the text for an XML element that stands in a comment of SQL, which a `*` may end. */
function xmlText(text: string): string {
  return text.replaceAll(/[&<>*]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function statements(servers: readonly Server[]): string {
  const from = servers[0]?.database ?? "default";
  const to = `${from}_all`;
  const tables = tablesOfWebsites.map(
    (table) => `
CREATE OR REPLACE TABLE ${to}.${table}
AS ${from}.${table}
ENGINE = Distributed('${cluster}', '${from}', '${table}');
`,
  );
  return `-- Tables over all ClickHouse servers of Footfall. They hold no rows: a query asks all servers, and
-- ClickHouse refuses inserts. Run this on each server where you want to ask, and again after each
-- upgrade of Footfall, as the tables have the columns of today.
--
-- The servers need this configuration first ("--config" prints it alone):
/*
${configXml(servers)}*/

CREATE DATABASE IF NOT EXISTS ${to};
${tables.join("")}`;
}
