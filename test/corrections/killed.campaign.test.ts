import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";

import { stopAll, temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { authorization, type Server, startServer, storeWebsite } from "../helpers/program.ts";

afterEach(stopAll);

const rounds = 8;
const batches = 20;
const perBatch = 1_000;
const range = "from=2026-06-01&to=2026-06-30";

async function ask(url: string, path: string, body?: object) {
  const reply = await fetch(`${url}/api/v1/websites/${path}`, {
    headers: { ...authorization, "content-type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: reply.status, json: (await reply.json()) as never };
}

/** Resolves with the page views of the old and of the new names. */
async function names(url: string, id: number): Promise<string> {
  const path = `${url}/api/v1/stats/${id}?name=page&per_page=100&${range}`;
  const reply = await fetch(path, { headers: authorization });
  if (reply.status !== 200) return "unavailable";
  const { data } = (await reply.json()) as { data: { value: string; count: number }[] };
  const sum = (isNew: boolean) =>
    data
      .filter(({ value }) => value.startsWith("/new") === isNew)
      .reduce((total, { count }) => total + count, 0);
  return `${sum(false)} ${sum(true)}`;
}

function killEngine({ process: { pid } }: Server): void {
  execFileSync("pkill", ["-KILL", "-P", String(pid), "-f", "engine.js"], { stdio: "ignore" });
}

test("Footfall or its engine is killed while a correction runs: all or nothing of a day", async () => {
  const DATA_DIR = await temporaryDirectory();
  let server = await startServer({ DATA_DIR });
  const id = await storeWebsite(server.url, "example.com");
  for (let batch = 0; batch < batches; batch += 1) {
    const events = Array.from({ length: perBatch }, (_, n) => ({
      url: `https://example.com/old-${n % 40}`,
      timestamp: "2026-06-10T12:00:00Z",
      ip: `10.0.${n % 200}.${batch}`,
    }));
    expect((await ask(server.url, `${id}/events`, events as never)).status).toBe(202);
  }
  const total = batches * perBatch;
  let [from, to] = ["old", "new"];
  await eventually(async () => expect(await names(server.url, id)).toBe(`${total} 0`));
  for (let round = 0; round < rounds; round += 1) {
    const isBack = round % 2 === 1;
    const rules = Array.from({ length: 40 }, (_, n) => ({
      match: `/${from}-${n}`,
      page: `/${to}-${n}`,
    }));
    const begun = await ask(server.url, `${id}/corrections`, {
      kind: "pages",
      rules,
      from: "2026-06-01",
      to: "2026-06-30",
    });
    expect(begun.status).toBe(202);
    await delay(Math.random() * 400);
    if (round % 3 === 2) {
      killEngine(server);
    } else {
      server.process.kill("SIGKILL");
      await server.exited;
      server = await startServer({ DATA_DIR });
    }
    const whole = [`${total} 0`, `0 ${total}`];
    await eventually(async () => {
      const seen = await names(server.url, id);
      if (seen !== "unavailable") expect(whole).toContain(seen);
      expect(seen).toBe(isBack ? whole[0] : whole[1]);
    });
    await eventually(async () => {
      const list = await ask(server.url, `${id}/corrections`);
      expect((list.json as { data: { status: string }[] }).data[0]?.status).toBe("done");
    });
    [from, to] = [to ?? "", from ?? ""];
  }
}, 300_000);
