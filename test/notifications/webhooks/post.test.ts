import { createHmac } from "node:crypto";
import type { lookup } from "node:dns";
import { expect, test } from "vitest";

import { post } from "../../../src/notifications/webhooks/post.ts";
import { type Receiver, startReceiver, status } from "../../helpers/receiver.ts";

const nowMs = Date.parse("2026-11-26T12:00:00Z");
const allowed = { allowsPrivate: true, now: () => nowMs };
const own = { body: '{"é":1}', deliveryId: "d-1", secret: "key" };

function to({ url }: Receiver, path = "/hook") {
  return { ...own, url: `${url}${path}` };
}

test("a request has its body, its delivery id and a signature of both time and body", async () => {
  const receiver = await startReceiver();
  await post(to(receiver), allowed);

  const [request] = receiver.received;
  const seconds = nowMs / 1000;
  const v1 = createHmac("sha256", "key").update(`${seconds}.${own.body}`).digest("hex");
  expect(request).toMatchObject({ path: "/hook", body: own.body });
  expect(request?.headers).toMatchObject({
    "x-footfall-delivery": "d-1",
    "x-footfall-signature": `t=${seconds},v1=${v1}`,
    "content-type": "application/json; charset=utf-8",
  });
});

test("a request without a secret has no signature", async () => {
  const receiver = await startReceiver();
  await post({ ...to(receiver), secret: "" }, allowed);

  expect(receiver.received[0]?.headers).not.toHaveProperty("x-footfall-signature");
});

test.each([
  [status(500), "the answer was 500"],
  [status(404), "the answer was 404"],
  [
    status(302, { location: "http://127.0.0.1:1/" }),
    "the answer was 302, and redirects are not followed",
  ],
])("an answer that is no success is a failure: %#", async (answer, reason) => {
  const receiver = await startReceiver();
  receiver.answers.push(answer);

  await expect(post(to(receiver), allowed)).rejects.toThrow(reason);
  expect(receiver.received).toHaveLength(1);
});

test("a receiver that says nothing, or never ends, is waited for no longer than allowed", async () => {
  const receiver = await startReceiver();
  const limit = { ...allowed, timeoutMs: 300 };
  receiver.answers.push(
    () => {},
    (answer) => void answer.writeHead(200).write("a"),
  );

  await expect(post(to(receiver), limit)).rejects.toThrow("no answer within 0.3 seconds");
  await expect(post(to(receiver), limit)).rejects.toThrow("no answer within 0.3 seconds");
});

test("no more of an answer is read than 1 KiB", async () => {
  const receiver = await startReceiver();
  let written = 0;
  receiver.answers.push((answer) => {
    answer.writeHead(200);
    const chunk = Buffer.alloc(64 * 1024);
    const write = () => {
      while (written < 64 * 1024 ** 2 && !answer.destroyed) {
        written += chunk.length;
        if (!answer.write(chunk)) return void answer.once("drain", write);
      }
      answer.end();
    };
    write();
  });

  await post(to(receiver), allowed);

  // What fits into the buffers of two sockets was sent all the same.
  expect(written).toBeLessThan(32 * 1024 ** 2);
});

test.each(["http://127.0.0.1:1/", "http://[::1]:1/", "http://2130706433:1/"])(
  "%s is not called",
  async (url) => {
    const options = { ...allowed, allowsPrivate: false };
    await expect(post({ ...own, url }, options)).rejects.toThrow("is a private address");
  },
);

test("a name server that changes its answer does not lead to this machine", async () => {
  const receiver = await startReceiver();
  const { port } = new URL(receiver.url);
  const answers = ["8.8.8.8", "127.0.0.1"];
  const resolveName = ((_host: string, _options: object, done: (...all: unknown[]) => void) =>
    done(null, [{ address: answers.shift() ?? "127.0.0.1", family: 4 }])) as never as typeof lookup;
  const options = { ...allowed, allowsPrivate: false, timeoutMs: 500, resolveName };
  const url = `http://rebinding.test:${port}/`;

  await expect(post({ ...own, url }, options)).rejects.toThrow();
  for (let i = 0; i < 3; i += 1) {
    await expect(post({ ...own, url }, options)).rejects.toThrow("is a private address");
  }
  expect(receiver.received).toEqual([]);
});
