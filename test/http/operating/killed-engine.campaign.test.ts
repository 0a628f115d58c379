import { expect, test } from "vitest";

import { eventually } from "../../helpers/eventually.ts";
import { startFootfall } from "../../helpers/footfall.ts";

const websites = "/api/v1/websites";

test("while the engine is dead, changes are 503, reads go on, and it heals by itself", async () => {
  const footfall = await startFootfall();
  const { id } = await footfall.store("outage.test");
  const change = (method: string, path: string, body?: object) =>
    footfall.request(path, { method, ...(body !== undefined && { body }) });
  const pid = footfall.server.store.enginePid() ?? 0;

  process.kill(pid, "SIGKILL");
  const [patched, stored, listed, shown] = await Promise.all([
    change("PATCH", `${websites}/${id}`, { email: 1 }),
    change("POST", websites, { domain: "outage-2.test" }),
    footfall.request(websites),
    footfall.request(`${websites}/${id}`),
  ]);

  for (const reply of [patched, stored]) {
    expect([reply.status, reply.json.code]).toEqual([503, "STORE_UNAVAILABLE"]);
    expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(reply.text).not.toMatch(/ECONN|socket|127\.0\.0\.1|SELECT|INSERT|\.ts|\/tmp/);
  }
  expect([listed.status, listed.json.meta.total, shown.status]).toEqual([200, 1, 200]);
  await eventually(async () => {
    expect((await change("PATCH", `${websites}/${id}`, { email: 1 })).status).toBe(200);
  });
  expect((await change("POST", websites, { domain: "outage-3.test" })).status).toBe(201);
  expect((await footfall.request("/health")).json).toEqual({ status: "ok" });
  expect(footfall.server.store.enginePid()).not.toBe(pid);
});
