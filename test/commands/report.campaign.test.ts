import { expect, test } from "vitest";
import { temporaryDirectory } from "../helpers/clean-up.ts";
import { eventually } from "../helpers/eventually.ts";
import { chrome } from "../helpers/footfall.ts";
import { startMailServer } from "../helpers/mail-server.ts";
import { authorization, pages, startProgram, startServer } from "../helpers/program.ts";

const website = ["report", "--website", "https://www.Example.com"];
const september = [...website, "--period", "month", "--date", "2025-09-15"];

test("a report is printed and sent beside a running Footfall, and its link ends the reports", async () => {
  const server = await startMailServer();
  const settings = {
    DATA_DIR: await temporaryDirectory(),
    SMTP_URL: server.url,
    REPORT_FROM: "a@mail.test",
    REPORT_TO: "b@mail.test",
    BASE_URL: "https://stats.test",
  };
  const { url, process: serving, exited } = await startServer({ ...settings, WORKERS: "2" });
  const api = `${url}/api/v1/websites`;
  const form = new URLSearchParams({ domain: "example.com", email: "1" });
  await fetch(api, { method: "POST", headers: authorization, body: form });
  const visit = {
    url: "https://example.com/",
    timestamp: "2025-09-30T12:00:00Z",
    ip: "8.8.8.8",
    user_agent: chrome,
  };
  await fetch(`${api}/1/events`, {
    method: "POST",
    headers: { ...authorization, "content-type": "application/json" },
    body: JSON.stringify([visit]),
  });
  // The command cannot ask for events that wait in a worker, but a question does.
  await eventually(async () => expect(await pages(url, 1)).toHaveLength(1));
  const run = async (args: readonly string[]) => {
    const program = startProgram(args, settings);
    expect([await program.exited, program.stderr()]).toEqual([0, ""]);
    return program.stdout();
  };

  expect(await run([...september, "--print"])).toMatch(
    /^example\.com\nSeptember 2025\n\nVisitors +1$/m,
  );
  expect(await run([...september, "--print", "--html"])).toMatch(
    /^<!doctype html>.*September 2025/s,
  );
  expect(await run([...september, "--send"])).toBe("sent to b@mail.test\n");

  const [mail] = server.mails;
  expect(mail?.headers.get("subject")).toBe("example.com: 1 visitor in September 2025");
  const link = new URL(mail?.headers.get("list-unsubscribe")?.slice(1, -1) ?? "");
  const reply = await fetch(`${url}${link.pathname}`, {
    method: "POST",
    body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
  });
  expect(reply.status).toBe(200);
  const record = await fetch(`${api}/1`, { headers: authorization });
  expect(await record.json()).toMatchObject({ data: { email: 0 } });

  const early = startProgram(
    [...website, "--period", "week", "--date", "2200-01-01", "--print"],
    settings,
  );
  expect(await early.exited).toBe(1);
  expect(early.stderr()).toBe("footfall: the week from 2199-12-30 to 2200-01-05 is not over yet\n");
  const unknown = startProgram(
    ["report", "--website", "x.test", "--period", "week", "--print"],
    settings,
  );
  expect(await unknown.exited).toBe(1);
  expect(unknown.stderr()).toBe("footfall: there is no website x.test\n");
  await server.down();
  const failing = startProgram([...september, "--send"], settings);
  expect(await failing.exited).toBe(1);
  expect(failing.stderr()).toMatch(
    /^footfall: the report was not sent to b@mail.test: .*ECONNREFUSED.*\n$/,
  );

  serving.kill("SIGTERM");
  await exited;
  expect(await run([...september, "--print"])).toContain(link.href);
});
