import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { apiKey } from "../helpers/footfall.ts";
import { startServer } from "../helpers/program.ts";

const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
const googlebot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";
const today = () => new Date().toISOString().slice(0, 10);

function post(url: string, body: unknown): Promise<Response> {
  return fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function droppedOn(url: string, day: string): Promise<unknown> {
  const query = `from=${day}&to=${day}`;
  const reply = await fetch(`${url}/api/v1/websites/1/intake?${query}`, {
    headers: { ...headers, "cache-control": "no-cache" },
  });
  const { data } = (await reply.json()) as { data: readonly { dropped: unknown }[] };
  return data[0]?.dropped;
}

test("a kill loses no counts of bulk requests, and of single events none that were there", async () => {
  const env = { DATA_DIR: await temporaryDirectory() };
  const day = today();
  let server = await startServer(env);
  await post(`${server.url}/api/v1/websites`, { domain: "example.com" });
  // This runtime's own agent is that of a bot.
  const event = { domain: "example.com", url: "https://example.com/" };
  for (let i = 0; i < 3; i += 1) await post(`${server.url}/api/event`, event);
  await eventually(async () => {
    expect(await droppedOn(server.url, day)).toEqual({ bot: 3, ip: 0, hostname: 0 });
  });

  for (let round = 1; round <= 3; round += 1) {
    const bots = Array.from({ length: 10 }, () => ({
      url: "https://example.com/",
      user_agent: googlebot,
      timestamp: `${day}T00:00:00Z`,
    }));
    expect((await post(`${server.url}/api/v1/websites/1/events`, bots)).status).toBe(202);
    server.process.kill("SIGKILL");
    await server.exited;
    server = await startServer(env);
    await eventually(async () => {
      const dropped = { bot: 3 + 10 * round, ip: 0, hostname: 0 };
      expect(await droppedOn(server.url, day)).toEqual(dropped);
    });
  }
});
