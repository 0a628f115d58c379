import { expect, test } from "vitest";
import { startApp } from "../../helpers/app.ts";
import { apiKey } from "../../helpers/footfall.ts";

const headers = { authorization: `Bearer ${apiKey}` };
const url = "/api/v1/websites/7";

async function startWebsite() {
  // Half past midnight in Berlin, half an hour before it in London.
  const now = () => Date.parse("2026-11-20T23:30:00Z");
  const { app } = await startApp({ websites: [{ timezone: "Europe/Berlin" }], now });
  const get = async () => {
    const reply = await app.inject({ url, headers });
    return { tag: String(reply.headers.etag), data: reply.json().data };
  };
  const change = (method: "PATCH" | "PUT", body: object, tag?: string) => {
    const own = tag === undefined ? headers : { ...headers, "if-match": tag };
    return app.inject({ method, url, headers: own, body });
  };
  return { get, change };
}

test.each(["PATCH", "PUT"] as const)(
  "of two who %s what they read, one is told",
  async (method) => {
    const { get, change } = await startWebsite();
    const { tag } = await get();

    const first = await change(method, { exclude_bots: 0 }, tag);
    const second = await change(method, { exclude_bots: 1 }, tag);

    expect(first.statusCode).toBe(200);
    expect(second.statusCode).toBe(412);
    expect(second.json().code).toBe("CHANGED_MEANWHILE");
    const now = await get();
    expect(now.data.exclude_bots).toBe(0);
    expect(now.tag).toBe(first.headers.etag);
    expect((await change(method, { exclude_bots: 1 }, now.tag)).statusCode).toBe(200);
  },
);

test("without the header, and with any tag, a change is made as before", async () => {
  const { get, change } = await startWebsite();
  const { tag } = await get();
  await change("PATCH", { exclude_bots: 0 });

  expect((await change("PATCH", { language: "de" })).statusCode).toBe(200);
  expect((await change("PATCH", { language: "fr" }, "*")).statusCode).toBe(200);
  expect((await change("PATCH", {}, tag)).statusCode).toBe(412);
  const { tag: newest } = await get();
  expect((await change("PATCH", {}, `"other", ${newest}`)).statusCode).toBe(200);
});

test("a website says which day it is there", async () => {
  const { get, change } = await startWebsite();

  expect((await get()).data.today).toBe("2026-11-21");
  const changed = await change("PATCH", { timezone: "Europe/London" });
  expect(changed.json().data.today).toBe("2026-11-20");
});
