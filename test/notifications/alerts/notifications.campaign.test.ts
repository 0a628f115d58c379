import { readFile } from "node:fs/promises";
import { expect, inject, test } from "vitest";
import { statement } from "../../../src/clickhouse/sql.ts";
import { newProgress } from "../../../src/definitions/alert.ts";
import { openDefinitions } from "../../../src/server/parts/open-services.ts";
import { byTest } from "../../helpers/author.ts";
import { temporaryDirectory } from "../../helpers/clean-up.ts";
import { eventually } from "../../helpers/eventually.ts";
import { startMailServer } from "../../helpers/mail-server.ts";
import {
  authorization,
  type Server,
  startServer,
  storeWebsite,
  track,
} from "../../helpers/program.ts";
import { startReceiver } from "../../helpers/receiver.ts";
import { minuteMs, NotificationScene, thursday } from "./notification-scene.ts";

/** Footfall looks at the alerts twice a minute. */
const looksApartMs = 30_000;
const shareMax = 0.05;

test("a thousand alerts cost at most a twentieth of a core", { timeout: 600_000 }, async () => {
  const scene = await NotificationScene.open();
  const { store } = scene.footfall.server;
  const ids: number[] = [];
  for (let i = 0; i < 100; i += 1) ids.push((await scene.website()).id);
  // A million events of five weeks, and a hundred of each website in the last hour.
  for (const [rows, ms] of [
    [1_000_000, 35 * 24 * 60 * minuteMs],
    [10_000, 60 * minuteMs],
  ] as const) {
    await store.db.run(
      statement(`
        INSERT INTO events (website_id, date, visitor, time, name, page)
        SELECT 1 + number % 100, toDate(at), rand64() % 100000, at,
          if(intDiv(number, 100) % 10 = 0, 'Signup', 'pageview'), concat('/', toString(number % 50))
        FROM (
          SELECT number, toDateTime64(${thursday / 1000} - rand() % ${ms / 1000}, 3, 'UTC') AS at
          FROM numbers(${rows})
        )
        SETTINGS max_partitions_per_insert_block = 100`),
    );
  }
  const definitions = openDefinitions(store.db, () => scene.nowMs);
  const rules = [
    { metric: "visitors", window_minutes: 60, above: 1_000_000 },
    { metric: "pageviews", window_minutes: 60, below: 1 },
    { metric: "events", window_minutes: 1440, above: 1_000_000 },
    { metric: "goal", goal_id: 1, window_minutes: 60, above: 1_000_000 },
    { metric: "visitors", window_minutes: 5, above: 1_000_000 },
    { metric: "pageviews", against: "weekday", window_minutes: 60, times_above: 20 },
    { metric: "visitors", against: "weekday", window_minutes: 1440, times_above: 20 },
    { silent_minutes: 60 },
    { silent_minutes: 1440 },
    { metric: "visitors", window_minutes: 15, above: 1_000_000 },
  ] as const;
  for (const id of ids) {
    const goal = { name: "Signup", type: "event", value: "Signup", props: {} } as const;
    await definitions.create(byTest, id, "goal", () => goal);
    for (const [i, when] of rules.entries()) {
      await definitions.create(byTest, id, "alert", () => ({
        name: `${i}`,
        when,
        hours: null,
        pauseMinutes: 720,
        enabled: true,
        to: [{ email: "ada@mail.test" }],
        ...newProgress,
      }));
    }
  }
  const { watch } = await scene.instance();
  await watch.run();
  const pid = store.enginePid() ?? 0;
  const [cpuBefore, engineBefore] = [process.cpuUsage(), await cpuMsOf(pid)];
  const runs = 5;
  for (let run = 0; run < runs; run += 1) await watch.run();
  const { user, system } = process.cpuUsage(cpuBefore);
  const own = (user + system) / 1000 / runs;
  const engine = ((await cpuMsOf(pid)) - engineBefore) / runs;
  const share = (own + engine) / looksApartMs;
  process.stdout.write(
    `1,000 alerts: ${Math.round(own)} ms of Footfall and ${Math.round(engine)} ms of ClickHouse a look, ${(100 * share).toFixed(2)} % of a core\n`,
  );

  expect(scene.subjects()).toEqual([]);
  expect(share).toBeLessThan(shareMax);
});

test("kills of two instances lose no message, and double none", { timeout: 900_000 }, async () => {
  const mailServer = await startMailServer();
  const receiver = await startReceiver();
  const CLICKHOUSE_URL = `${inject("clickHouseUrl")}/notifications_${Date.now()}`;
  const env = {
    CLICKHOUSE_URL,
    SECRET_KEY: "0123456789abcdef",
    SMTP_URL: mailServer.url,
    REPORT_FROM: "a@mail.test",
    BASE_URL: "https://stats.test",
    WEBHOOK_PRIVATE_ADDRESSES: "on",
    WORKERS: "1",
  };
  const directories = [await temporaryDirectory(), await temporaryDirectory()];
  const start = (i: number) => startServer({ ...env, DATA_DIR: directories[i] ?? "" });
  const servers: Server[] = [await start(0), await start(1)];
  const { url } = servers[0] as Server;
  const id = await storeWebsite(url, "example.com");
  const post = async (path: string, body: object) => {
    const reply = await fetch(`${url}/api/v1/${path}`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    expect([reply.status, await reply.clone().text()]).toEqual([201, expect.any(String)]);
    return ((await reply.json()) as { data: { id: number } }).data.id;
  };
  const webhookId = await post("webhooks", { name: "Hook", url: receiver.url, secret: "key" });
  const alerts = 30;
  for (let i = 0; i < alerts; i += 1) {
    await post(`websites/${id}/alerts`, {
      name: `Alert ${i}`,
      when: { metric: "visitors", window_minutes: 60, above: 0 },
      to: [{ webhook_id: webhookId }, { email: `a${i}@mail.test` }],
    });
  }
  // A receiver that takes its time leaves most calls under way when their process dies.
  receiver.answers.push(
    ...Array.from({ length: 20 }, () => (answer: { end(): void }) => {
      setTimeout(() => answer.end(), 3_000);
    }),
  );
  expect((await track(url, "example.com", "/")).status).toBe(202);
  await eventually(() => expect(receiver.received.length).toBeGreaterThan(2));
  for (const i of [0, 1]) {
    servers[i]?.process.kill("SIGKILL");
    await servers[i]?.exited;
    servers[i] = await start(i);
  }

  // A call without an outcome is made again after a minute; others within three.
  await eventually(() => {
    const told = new Set(receiver.received.map(({ json }) => json.data.name));
    expect(told.size).toBe(alerts);
  });

  const byName = groupByName(receiver.received.map(({ json }) => [json.data.name, json.id]));
  expect([...byName.values()].filter((ids) => new Set(ids).size > 1)).toEqual([]);
  const mails = mailServer.mails.map(({ to }) => to[0]);
  expect(new Set(mails).size).toBe(mails.length);
  process.stdout.write(
    `${alerts} alerts: ${receiver.received.length} calls, ${mails.length} mails after two kills\n`,
  );
  // A kill between the beginning and the outcome of a mail may lose that one mail, and no more.
  expect(mails.length).toBeGreaterThanOrEqual(alerts - 2);
});

function groupByName(pairs: readonly (readonly string[])[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name = "", id = ""] of pairs) groups.set(name, [...(groups.get(name) ?? []), id]);
  return groups;
}

/** Resolves with the processor time that a process and its threads have used. */
async function cpuMsOf(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
