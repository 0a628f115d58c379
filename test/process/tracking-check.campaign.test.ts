import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { authorization, startServer, storeWebsite } from "../helpers/program.ts";
import { requestCount, statuses, WORKERS } from "./workers.ts";

const bot = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)";

test("what the workers have counted by name is added up, before anything is due", async () => {
  const { url } = await startServer({ DATA_DIR: await temporaryDirectory(), WORKERS });
  const id = await storeWebsite(url, "example.com");
  const send = (event: object, headers = {}) =>
    statuses(`${url}/api/event`, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": "Mozilla/5.0", ...headers },
      body: JSON.stringify(event),
    });
  const ask = async (path: string) =>
    (await (await fetch(`${url}${path}`, { headers: authorization })).json()) as { data: unknown };

  const bots = await send({ website: id, url: "https://example.com/" }, { "user-agent": bot });
  const unknown = await send({ d: "my-shpo.example", u: "https://my-shpo.example/" });

  expect([bots, unknown]).toEqual([[202], [404]]);
  await eventually(async () => {
    const check = await ask(`/api/v1/websites/${id}/tracking-check`);
    const name = { reason: "bot", name: "Googlebot", events: requestCount };
    expect(check.data).toMatchObject({ last: null, not_counted: [name] });
  });
  const names = await ask("/api/v1/unknown-websites");
  expect(names.data).toMatchObject([{ name: "my-shpo.example", events: requestCount }]);
});
