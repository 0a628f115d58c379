import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { newDatabaseName } from "../helpers/databases.ts";
import { eventually } from "../helpers/eventually.ts";
import { authorization, startServer } from "../helpers/program.ts";
import { testServer } from "../helpers/test-server.ts";
import { databaseFor, startStoreGate } from "../server/store-gate.ts";
import { statuses, WORKERS } from "./workers.ts";

/**
 * Returns the setting by which every process reads its clock's advance, in ms, from a file: at each
 * look at the clock, so that all are ahead as soon as the file is there.
 */
function clockFrom(file: string): string {
  const code = `import { readFileSync } from "node:fs";
    const now = Date.now;
    Date.now = () => {
      try { return now() + Number(readFileSync(${JSON.stringify(file)}, "utf8")); }
      catch { return now(); }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(code)}`;
}

test("without the store, keys hold for an hour in every process, and root keys for good", async () => {
  const database = newDatabaseName();
  const gate = await startStoreGate(databaseFor(testServer() ?? "", database));
  const DATA_DIR = await temporaryDirectory();
  const clock = join(DATA_DIR, "clock");
  const setClock = async (hours: number) => {
    await writeFile(`${clock}.new`, String(hours * 3_600_000));
    await rename(`${clock}.new`, clock);
  };
  const NODE_OPTIONS = clockFrom(clock);
  const settings = { DATA_DIR, WORKERS, NODE_OPTIONS, CLICKHOUSE_URL: gate.url };
  const { url } = await startServer(settings);
  const made = await fetch(`${url}/api/v1/keys`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify({ name: "A key", may: ["read"], websites: "all" }),
  });
  const { data } = (await made.json()) as { data: { key: string } };
  const headers = { authorization: `Bearer ${data.key}` };
  const withKey = () => statuses(`${url}/api/v1/me`, { headers });
  const withRoot = () => statuses(`${url}/api/v1/me`);
  expect([await withKey(), await withRoot()]).toEqual([[200], [200]]);

  // Nothing has changed for two hours, and every process has read that.
  await setClock(2);
  await eventually(async () => expect(await withKey()).toEqual([200]));
  gate.close();
  expect([await withKey(), await withRoot()]).toEqual([[200], [200]]);
  await setClock(4);
  await eventually(async () => expect(await withKey()).toEqual([503]));
  expect(await withRoot()).toEqual([200]);

  gate.open();
  await eventually(async () => expect(await withKey()).toEqual([200]));
});
