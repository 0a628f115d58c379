import { expect, test } from "vitest";
import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";
import { testServer } from "../../helpers/test-server.ts";

/** A test may take the store away only if it is embedded. */
const embedded = testServer() === undefined;

test.runIf(embedded)(
  "a full log refuses with 503, the health is bad, and what it took is counted when the store is back",
  async () => {
    const footfall = await startFootfall({ EVENT_LOG_BYTES_MAX: String(1024 ** 2) });
    const { id, domain } = await footfall.store("full.example");
    const day = new Date().toISOString().slice(0, 10);
    const events = Array.from({ length: 1_000 }, (_, i) => ({ url: `https://${domain}/${i}` }));
    // The day's salt is in memory from then on.
    expect((await footfall.bulk(id, events)).status).toBe(202);
    await footfall.server.shipped();
    const pid = footfall.server.store.enginePid() ?? 0;
    process.kill(pid, "SIGSTOP");
    let accepted = 1_000;
    let reply = await footfall.bulk(id, events);
    for (; reply.status === 202; reply = await footfall.bulk(id, events)) accepted += 1_000;

    expect(accepted).toBeGreaterThan(1_000);
    expect([reply.status, reply.json.code]).toEqual([503, "LOG_FULL"]);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await footfall.request("/health")).status).toBe(503);

    process.kill(pid, "SIGCONT");
    const stats = await footfall.stats(id, { name: "pageview", from: day, to: day });
    expect(stats.json.meta.count).toBe(accepted);
    await eventually(async () =>
      expect((await footfall.request("/health")).json).toEqual({ status: "ok" }),
    );
  },
);
