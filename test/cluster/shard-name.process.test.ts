import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";

import { freePort } from "../../src/base/net/free-port.ts";
import { sql } from "../../src/clickhouse/sql.ts";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { startNativeEngine } from "../helpers/native-engine.ts";

test("with docker/clickhouse.xml, the variable SHARD is the name of the server's shard", async () => {
  const path = new URL("../../docker/clickhouse.xml", import.meta.url);
  const db = await startNativeEngine({
    directory: await temporaryDirectory(),
    httpPort: await freePort("127.0.0.1"),
    nativePort: await freePort("127.0.0.1"),
    password: "for-the-test",
    addedConfig: await readFile(path, "utf8"),
    env: { SHARD: "west" },
  });

  expect(await db.rows(sql`SELECT getMacro('shard') AS name`)).toEqual([{ name: "west" }]);
});
