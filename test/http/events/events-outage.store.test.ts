import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { type Reply, selectRows } from "../../helpers/footfall.ts";
import { openFootfall } from "../../helpers/open-footfall.ts";

const footfall = openFootfall();

const senders = 16;
const kills = 3;
const eventsBetweenKills = 300;

interface Sent {
  readonly name: string;
  readonly reply: Reply;
}

/** Sends events from several browsers at once until the condition holds. */
async function sendUntil(website: number, url: string, enough: (sent: Sent[]) => boolean) {
  const sent: Sent[] = [];
  let next = 0;
  const send = async () => {
    while (!enough(sent)) {
      next += 1;
      const name = `event ${next}`;
      sent.push({ name, reply: await footfall.track({ website, url, name }) });
    }
  };
  await Promise.all(Array.from({ length: senders }, send));
  return sent;
}

function accepted(sent: readonly Sent[]): string[] {
  return sent.filter(({ reply }) => reply.status === 202).map(({ name }) => name);
}

test("while the engine is killed again and again every event is acknowledged, and counted exactly once", async ({
  skip,
}) => {
  const { store } = footfall.server;
  if (store.enginePid() === undefined) skip("the server is not ours to kill");
  const { id, domain } = await footfall.store("killed.example");
  const killed = new Set<number>();
  const mayKill = (sent: Sent[]) => {
    const pid = store.enginePid();
    const due = accepted(sent).length >= eventsBetweenKills * (killed.size + 1);
    if (due && pid !== undefined && killed.size < kills && !killed.has(pid)) {
      killed.add(pid);
      process.kill(pid, "SIGKILL");
    }
    return accepted(sent).length >= eventsBetweenKills * (kills + 1);
  };

  const sent = await sendUntil(id, `https://${domain}/`, mayKill);

  const refused = sent.filter(({ reply }) => reply.status !== 202);
  expect(killed.size).toBe(kills);
  expect(refused).toEqual([]);
  const rows = await eventually(() =>
    selectRows<{ name: string; times: number }>(
      footfall,
      `SELECT name, count() AS times FROM events WHERE website_id = ${id} GROUP BY name`,
    ),
  );
  const counted = new Map(rows.map(({ name, times }) => [name, times]));
  expect(accepted(sent).filter((name) => counted.get(name) !== 1)).toEqual([]);
  expect(rows.filter(({ times }) => times > 1)).toEqual([]);
});

test("a bulk request that the engine's death cut off is counted once when it is sent again", async ({
  skip,
}) => {
  const { store } = footfall.server;
  if (store.enginePid() === undefined) skip("the server is not ours to kill");
  const { id, domain } = await footfall.store("bulk-killed.example");
  const months = ["2026-01", "2026-02", "2026-03", "2026-04"];
  const events = months.flatMap((month) =>
    Array.from({ length: 100 }, (_, i) => ({
      url: `https://${domain}/${i}`,
      timestamp: `${month}-10T00:00:00Z`,
    })),
  );
  const post = () =>
    footfall.request(`/api/v1/websites/${id}/events`, {
      body: events,
      headers: { "idempotency-key": "cut off" },
    });

  const pid = store.enginePid();
  const first = post();
  // In the middle of the work: the idempotency record is there, but only a part of the events.
  await eventually(async () => {
    const records = await selectRows(
      footfall,
      `SELECT 1 FROM idempotency_records WHERE website_id = ${id}`,
    );
    expect(records).toHaveLength(1);
  });
  if (pid !== undefined) process.kill(pid, "SIGKILL");
  const cutOff = await first;
  const again = await eventually(async () => {
    const reply = await post();
    expect(reply.status).toBe(202);
    return reply;
  });

  expect([202, 503]).toContain(cutOff.status);
  expect(again.json).toEqual({ accepted: 400, dropped: {} });
  const rows = await selectRows(
    footfall,
    `SELECT count() AS n FROM events WHERE website_id = ${id}`,
  );
  expect(rows).toEqual([{ n: 400 }]);
});
