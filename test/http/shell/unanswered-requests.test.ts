import { expect, onTestFinished, test } from "vitest";

import { readToEnd, startApp } from "../../helpers/app.ts";
import { eventually } from "../../helpers/eventually.ts";
import { apiKey } from "../../helpers/footfall.ts";

const never = () => new Promise<never>(() => {});
const body = JSON.stringify({ d: "example.com", u: "https://example.com/" });
const event = `POST /api/event HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const countAnswers = (text: string) => text.match(/HTTP\/1\.1 202 /g)?.length ?? 0;

test("a connection with more than 64 unanswered requests is destroyed, with what was read of it", async () => {
  let underWay = 0;
  const collect = () => {
    underWay += 1;
    return never();
  };
  const { connect } = await startApp({ collect });
  const socket = await connect();
  socket.write(event.repeat(1_000));
  await readToEnd(socket).catch(() => {});
  const other = await connect();
  other.write(event);
  await eventually(async () => expect(underWay).toBe(65));
});

test("64 unanswered requests of a connection are answered, and any number one after the other", async () => {
  const ends: (() => void)[] = [];
  const collect = () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined)));
  const { connect } = await startApp({ collect });
  const socket = await connect();
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  for (let sent = 64; sent <= 256; sent += 64) {
    socket.write(event.repeat(64));
    await eventually(async () => expect(ends.length).toBe(64));
    for (const end of ends.splice(0)) end();
    await eventually(async () => expect(countAnswers(text)).toBe(sent));
  }
});

test("however many queries of a connection wait for their answers, nothing warns", async () => {
  const warnings: Error[] = [];
  const warn = (warning: Error) => warnings.push(warning);
  process.on("warning", warn);
  onTestFinished(() => void process.off("warning", warn));
  let underWay = 0;
  const { connect } = await startApp({
    rows: () => {
      underWay += 1;
      return never();
    },
  });
  const socket = await connect();
  const query = (nth: number) =>
    `GET /api/v1/stats/7?name=page&from=2026-11-01&to=2026-11-02&search=${nth} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${apiKey}\r\n\r\n`;
  socket.write(Array.from({ length: 40 }, (_, nth) => query(nth)).join(""));
  await eventually(async () => expect(underWay).toBeGreaterThan(0));
  expect(warnings).toEqual([]);
});
